### The page of all services, and the page of each.

title = Services
# For search engines.
# $company the company's name
# $services the services' titles, with commas
description =
    What { $company } does for companies in India and the Gulf: { $services }. What each covers, and
    what happens next.
lead = Six services: who each one is for, how we work and what you receive.
# The name of the list of links to them, for screen readers.
on-this-page = Services on this page
# $title the title of a service
more-about = More about { $title }
what-it-covers = What it covers
what-to-tell = What to tell us
discuss = Discuss your project
# For screen readers.
# $title the title of a service
discuss-about = Discuss your project: { $title }

all-services = All services
# $title the title of a service
refer-for = Refer someone for { $title }
questions = Questions and answers
