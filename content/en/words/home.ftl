### The home page. Its headline and proofs are in site.json.

# $cities the towns of the offices, such as “Chennai and Doha”
lead =
    We hire and train your people, build and run your software, and advise your hangar: from
    one director to a full shift, from offices in { $cities }.
our-services = Our Services
get-in-touch = Get in Touch
# On the map.
# $country the country
office = { $country } office

what-we-offer = What We Offer
what-we-offer-lead =
    Six services for companies that operate in India, in the Gulf, or in both. Use one, or
    combine several.

open-vacancies = Open vacancies
all-vacancies = All vacancies
recent-work = Recent work
all-cases = All cases

ready = Ready to Elevate Your Business?
ready-lead =
    Tell us what needs to change, where and by when. We will ask a few questions, then send
    you a written scope and price.
contact-us-today = Contact Us Today
