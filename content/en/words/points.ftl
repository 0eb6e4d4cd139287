### Points, on a server: what somebody has, what they exchange them for, and who has most.

points = Points

## What somebody has

your-points = Your points
print = Print
earlier-lines = Show earlier lines
none-yet =
    You have no points yet. When a referral is successful, it appears here with what you earned.
# $number (element) how many
available =
    { $number } { $points ->
        [one] point
       *[other] points
    } available
below-zero =
    What was taken back is more than was available. The next points make up for it.
on-hold = On hold, and available by themselves from then on:
# $number (element) how many points
# $day (element) the day
held-until = { $number } until { $day }
# $number (element) how many points
held-longer = { $number } until later
will-expire = Unless you use them before (what expires first is used first):
# $number (element) how many points
# $day (element) the day
expires-on =
    { $number } { $points ->
        [one] point expires on
       *[other] points expire on
    } { $day }
# $number (element) how many points
expires-later = { $number } expire later

## The statement

statement = Statement of your points, newest first
date = Date
what-for = What for
balance = Balance
earlier = Earlier lines
all = All points
# $day (element) the day
line-on-hold = On hold until { $day }.

## What points are exchanged for

exchange-points = Exchange points
can-exchange-count = Points you can exchange
exchange-lead =
    Choose something, and we look at your request. The points are taken from yours at once, and you have
    them again if it comes to nothing.
nothing-offered = There is nothing to exchange points for at the moment.
will-be-offered = What we offer will appear here.
offers = What we offer
none-left = none left
# $count (number) how many
left = { $count } left
# $day a day
until = until { $day }
# $number (element) how many points it costs
price =
    { $number } { $points ->
        [one] point
       *[other] points
    }
choose = Choose
missing =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    } more needed
voucher = Voucher
bank-transfer = Bank transfer
donation = Donation
# $kind what it is
# $worth the amount
of-worth = { $kind } of { $worth }
voucher-lead = We look at your request, then send you the voucher.
bank-transfer-lead = We look at your request, then pay it out.
donation-lead = We look at your request, then make the donation.
other-lead = We look at your request, and you see here how far it is.
# $points (number) how many
exchange = Exchange { $points } points
can-exchange = You can exchange
costs = This costs
left-afterwards = Left afterwards

## What whoever pays has to know

voucher-reference = Where the voucher goes
voucher-reference-hint = For example, an email address. Never bank details: we do not store them.
bank-transfer-reference = Payroll number
bank-transfer-reference-hint = Up to 8 digits. Never bank details: we do not store them.
other-reference = How we find you
other-reference-hint =
    For example, your department or an email address. Never bank details: we do not store them.
reference = Reference

## What somebody has asked for

your-requests = Your requests
earlier-requests = Show earlier requests
for-what = For
# $title what was asked for
steps = Steps of { $title }
take-back = Take back…
# $what what it is called, such as payroll number
change-reference = Change { $what }…
# $what what it is called, such as payroll number
add-reference = Add { $what }…
# After the text before, for screen readers.
# $title what was asked for
of-request = { " " }of { $title }
reference-lead = You can change this until somebody has agreed to your request.
save = Save
# $title what was asked for
take-back-title = Take back { $title }
# $points (number) how many
take-back-lead =
    You have the { $points } points again at once, and can exchange them for something else.
take-back-now = Take back

## The list of those with most points

most-points = Most points
# $quarter three months, such as October to December 2026
most-lead = Who has earned most from { $quarter }, under the names that they chose for this list.
list-off = The list is switched off, and nobody sees it.
join-list = Join the list
change-or-leave = Change the name, or leave
nobody-yet = Nobody is on the list yet.
# $points (number) how many somebody has
leader-points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
not-on-list =
    You are not on it. You have earned { $points ->
        [one] { $points } point
       *[other] { $points } points
    } in these months.
not-yet = You will be on it as soon as you earn points in these months.
# $place (plain) the place
your-place =
    You are number { $place }, with { $points ->
        [one] { $points } point
       *[other] { $points } points
    }. The first ten are named.
leave-list = Leave the list
list-name = Name on the list
hint-members = Every member can read it. It need not be your own.
hint-public = Everybody can read it. It need not be your own.
join = Join
save-name = Save the name
