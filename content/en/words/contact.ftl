### The contact page, but for what is said about mistakes in its form.

title = Contact Us
# For search engines.
# $company the company's name
# $offices the offices, such as “Chennai, India and Doha, Qatar”
description =
    Contact { $company }: our offices in { $offices }, with opening hours, email address and message
    form.
# $city the town
# $country the country
town = { $city }, { $country }
lead = Tell us what you need, where and by when.
# $number (element) the number
call = Call { $number }
# $number (element) the number
whatsapp = WhatsApp { $number }
# $country the country
office = { $country } office
email = Email
# $day a day of the week
day =
    { $day ->
        [Monday] Monday
        [Tuesday] Tuesday
        [Wednesday] Wednesday
        [Thursday] Thursday
        [Friday] Friday
        [Saturday] Saturday
       *[Sunday] Sunday
    }
# $first the first day of the week
# $last the last one
days = { $first } to { $last }
# $days the days
# $opens (plain) a time
# $closes (plain) a time
hours = { $days }, { $opens } to { $closes }
# $time (plain) the present time in the office's time zone
now = now { $time }

send-us = Send Us a Message
# $email (element) the address
needs-script = This form needs JavaScript. Without it, please email us at { $email }.
name = Name
subject = Subject
message = Message
sending = Sending...
send = Send Message
# $email (element) the address
no-server =
    This website runs without a server, so your message will not reach us. Please email { $email }
    instead.
use = We use what you write to answer you, and for nothing else.
privacy = Privacy notice
