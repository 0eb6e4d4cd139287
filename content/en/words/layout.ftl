### What is on every page: header, footer, and what is said when a page fails.

home = Home
services = Services
blog = Blog
contact = Contact Us
# In the header.
referral = Referral
# In the footer.
referral-program = Referral Program
vacancies = Vacancies
courses = Courses
cases = Cases
search = Search

menu = Menu
# The name of the header's links, for screen readers.
main = Main
skip = Skip to main content

quick-links = Quick Links
contact-info = Contact Info
whatsapp = WhatsApp
# $year (element) the year
# $company the company's name
copyright = © { $year } { $company }. All rights reserved.

# The switch for light and dark.
colour-scheme = Colour scheme
system = System
light = Light
dark = Dark

lost = This page did not load completely. You can read it, but its forms will not work.
reload = Reload the page

failed = This page could not be loaded
failed-why =
    Part of it is missing or did not work. Your connection may have dropped, or the site may
    just have been updated.
try-again = Try again
go-home = Go to the home page
