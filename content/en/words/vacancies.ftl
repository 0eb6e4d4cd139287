### The list of vacancies, the page of each, and how they are named elsewhere.

title = Vacancies
# For search engines.
# $company the company's name
description =
    Posts that { $company } recruits for in India and the Gulf, with place, pay and closing date.
    Candidates pay nothing.
lead =
    Posts that we recruit for. Candidates pay nothing: the employer pays our fee. If a post is
    not for you, refer someone whom it may suit.
# $place the town
# $country the country
town = { $place }, { $country }
# $date (element) the last day on which it is open
closes-on = Closes { $date }
none = There is no open vacancy at the moment. Tell us what you do, and where you want to work.
write-to-us = Write to us

all-vacancies = All vacancies
place = Place
kind = Kind
pay = Pay
posted = Posted
closes = Closes
how-to-apply = How to apply
apply = Apply
# The subject of a message.
# $title (plain) the title of the vacancy
application = Application: { $title }
# The subject of a message by somebody for whom no vacancy is open.
looking-for-work = Looking for work
refer = Refer someone for this

# $title the title of the vacancy
closed-title = Closed: { $title }
closed = This vacancy is closed
closed-description = This vacancy is closed.
# $title (element) the title of the vacancy
closed-lead =
    { $title } is no longer open. Tell us what you do and where you want to work, and
    we will say if something fits.
open-vacancies = Open vacancies

# The kinds of employment.
kind-of =
    { $kind ->
        [full-time] Full-time
        [part-time] Part-time
        [contract] Contract
        [temporary] Temporary
       *[internship] Internship
    }
