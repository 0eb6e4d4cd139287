### The search, and the page that is shown without a connection.

title = Search
# For search engines.
# $company the company's name
description =
    Search the services, articles and pages of { $company }, or choose from a list of all of them.
lead = Search our services, articles and pages, or choose from the list.
looking-for = What are you looking for?
failed = Search could not be loaded. Check your connection and try again.
results = Results
# $query what was searched
nothing-found = Nothing found for “{ $query }”. Try a shorter or different word.
# $query what was searched
found =
    { $count ->
        [one] { $count } page found for “{ $query }”.
       *[other] { $count } pages found for “{ $query }”.
    }

all-pages = All pages
services = Services
articles = Articles
about-us = About us

offline = This page cannot be reached
offline-description = It is not stored on your device, and our website cannot be reached.
offline-lead =
    It is not stored on your device, and our website cannot be reached. Check your connection
    and try again. The pages below and in the menu open without a connection.
try-again = Try again
