### The referral page, and what it says where the records are in the visitor's browser.

title = Referral Program
# For search engines.
description =
    Refer someone for recruitment, training, IT or another service, as a guest or with your mobile number,
    and follow the outcome.
heading = Refer someone you would vouch for
lead =
    Do you know a company that needs people, or a person who needs a start? Tell us who they are and which
    service would help. You earn points for every successful referral.
loading = Loading authentication status...
try-again = Try again
# $email (element) the address
needs-script =
    The referral programme needs JavaScript, which is switched off in your browser. You can email { $email }
    instead: tell us who you are, who you are referring and for which service.

## Login

join = Join Our Referral Program
join-lead =
    Log in or sign up to follow your referrals and the points you earn. You can also refer someone as a
    guest, without an account.
mobile = Mobile Number
# $least (plain) how many digits a number has at least
# $most (plain) and at most
mobile-hint =
    { $least } to { $most } digits, including the country code, without the plus sign.
# A button that corrects the number.
# $number (plain) the number
use = Use { $number }
login = Login
sign-up = Sign Up
have-code = I have a code
login-title = Login with OTP
sign-up-title = Sign Up with OTP
# $mobile the number
# $code (plain) the code
simulated = This is a simulation, so no message is sent to { $mobile }. Enter the code { $code }.
code = OTP
# $digits (plain) how many digits the code has
code-placeholder = Enter { $digits }-digit OTP
verify = Verify OTP

## Who is logged in

# $name the person's name
welcome = Welcome, { $name }!
admin-view = Admin View
logout = Logout
welcome-admin =
    You can see every referral stored in this browser and assign points. A referral becomes Successful when
    you save its points.
welcome-member = Your referrals are below, including any you made as a guest with this number.
welcome-new =
    You have not referred anyone with this number yet. Once you have, each referral will appear here with
    its status and points.

## The form

refer = Refer Someone
you = You
your-name = Your Name
your-phone = Your Phone Number
person = The person you are referring
person-name = Referred Person's Name
person-phone = Referred Person's Phone Number
select-service = Select a service
opening = Vacancy or course
additional-notes = Additional Notes
# What happens to a referral in this browser.
kept-here =
    This website runs without a server. Your referral stays in this browser: we do not receive it and call
    no one.
# What happens to a referral on a server.
we-call = We will call this person about the service you choose. Please ask them first.
may-say-who = May we say who referred them?
say-my-name = Yes, tell them my name
submitting = Submitting...
submit = Submit Referral
how-it-works = How the programme works
privacy = Privacy notice
# For screen readers.
# $name the name of the person who was referred
# $status (plain) the status
# $points (number) the points
new-entry = New referral: { $name }, { $status }, { $points } points.

## The list

your-referrals = Your Referrals
all-referrals = Admin Dashboard - All Referrals
none = No referrals submitted yet.
will-appear = Each referral will appear here with its status and points.
# $shown (number) how many are shown
# $all (number) how many there are
shown = { $shown } of { $all } are shown.
# $count (plain) how many more are shown then
show-more = Show { $count } more
name = Name
phone = Phone
referred-by = Referred by
service = Service
date = Date
status = Status
points = Points
notes = Notes
change = Change
more = More
pending = Pending
successful = Successful

## The points that the admin gives

assign = Assign/Edit Points
save = Save
# After the name of a button or a field, for screen readers.
# $name the name of the person who was referred
for-person = { " " }for { $name }

## What is stored

keep-copy = Keep a copy
all-kept-here =
    Everything on this page is stored in this browser and nowhere else. It is lost if someone clears the
    browser’s site data, and some browsers do so automatically after a few weeks without a visit. The JSON
    file holds everything and can be imported again, here or in another browser. The CSV file is the list
    for a spreadsheet.
export-json = Export as JSON
export-csv = Export as CSV
export-unreadable = Export unreadable entries
your-data = Your data
own-kept-here =
    Your account and your referrals are stored in this browser and nowhere else. They are lost if someone
    clears the browser’s site data, and some browsers do so automatically after a few weeks without a
    visit.
you-can = You can export a copy or erase everything.
export-mine = Export my data
erase-mine = Erase my data
erase-title = Erase Your Data
# $mobile the number
erase-lead =
    Your account and every referral made under { $mobile }, with their points, will be removed from this
    browser, for the admin too. This cannot be undone.
erase-all = Erase everything
# What stays after that.
trace =
    A note that this number was erased stays in this browser, so that importing an old copy cannot bring the
    data back. The note does not contain the number, but someone with access to this device could work it
    out.
