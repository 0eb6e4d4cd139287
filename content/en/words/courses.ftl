### The list of courses, and the page of each.

title = Courses
# For search engines.
# $company the company's name
description =
    Open courses by { $company }: what is practised, where and when, how many can take part and what
    it costs.
lead = Open courses with a date and a price. We also hold each of them at your site.
next-on-request = Next date on request

all-courses = All courses
dates = Dates
place = Place
seats = Seats
price = Price
no-date = The next date is not set yet: ask us
# $starts (element) the first day
# $ends (element) the last day
from-to = { $starts } to { $ends }
take-part = Take part
ask = Ask about this course
# The subject of a message.
# $title (plain) the title of the course
course = Course: { $title }
refer = Refer someone for this
next =
    Tell us how many will take part and which date suits you. We answer with the seats that are
    free, the outline and the invoice details.
