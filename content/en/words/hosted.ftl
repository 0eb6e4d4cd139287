### The referral page, where the records are on a server.

loading = Loading…
unknown-device = Unknown device
confirm = Confirm
undo = Undo

## Codes that are really sent

number-hint = In any format. Outside India and Qatar, start with a plus sign and your country code.
# $mobile the number
code-sent =
    We have sent a code to { $mobile }. It expires in five minutes. Enter it only here: we will never ask
    you for it.
# For somebody to whom no code can be sent.
# $mobile the number
code-given = Enter the latest code sent to { $mobile }, or the one our office gave you.
code-under-way = No code yet? You can request another in half a minute.
code-again = Send another code

## The second factor, for staff

factor-title = Confirm it is still you
factor-lead =
    This step takes or erases all of your data, and you have entered no code in the last ten minutes.
    Nothing has been done yet. It will continue as soon as you confirm.
factor-code = Authenticator code
factor-hint =
    Six digits, which change every 30 seconds. Without the app, use one of your recovery codes.

## What waits on this device for a connection

kept = Kept on this device
send-now = Send now
sent = What was waiting has been sent.
# $count (number) how many
waiting =
    { $count ->
        [one] 1 referral is waiting
       *[other] { $count } referrals are waiting
    } for a connection.
# $count (number) how many
# $owner whose they are
waiting-of =
    { $count ->
        [one] 1 referral
       *[other] { $count } referrals
    } by { $owner } will wait until they log in again.
# Another member with the name of whoever reads it.
# $name that name
another = another { $name }
not-accepted = Not Accepted
# $name the name of the person who was referred
# $reason why not, in a sentence
not-accepted-yours = Your referral of { $name } was not accepted: { $reason }
# $owner whose it is
# $name the name of the person who was referred
# $reason why not, in a sentence
not-accepted-of = { $owner }’s referral of { $name } was not accepted: { $reason }
put-back = Put it back into the form
discard = Discard it
form-in-use = The form is in use
form-in-use-lead =
    Submit or clear what you are typing first. The other referral will stay here.

## What a referral is worth

what-you-get = What you get
for-example = You can exchange points, for example:

## How far a referral is

they-agreed = They said that we may call.
they-were-asked = They have their page, and have not answered.
we-may-say-who = We may say that you referred them.
history = History and changes
# After the text before, for screen readers.
# $name the name of the person who was referred
about-person = { " " }about { $name }
correct = Correct…
send-page = Send them their page…
say-who = Say who referred them
say-not-who = Do not say who referred them
withdraw = Withdraw…

## Its history

submitted = Submitted
# $text what it is now
corrected = You corrected it to “{ $text }”
withdrawn = Withdrawn
# $text what the stage is called
# $note why, as somebody wrote it
withdrawn-because = { $text } “{ $note }”
# $text what we wrote
texted = We texted you: “{ $text }”
# $text what we wrote
wrote-whatsapp = We opened WhatsApp to write to you: “{ $text }”
undid =
    { $by ->
        [you] You
        [referrer] The referrer
        [referred] Whoever is referred
       *[company] The company
    } undid this
said-who = You said that we may say who referred them
said-not-who = You said that we may not say who referred them

## What somebody can still do about it

# $name the name of the person who was referred
correct-title = Correct { $name }
correct-lead = What you submitted stays on record; we work with the correction.
correct-now = Correct
what-is-wrong = What is wrong
# $name the name of the person who was referred
withdraw-title = Withdraw { $name }
withdraw-lead = We will not contact them, or stop if we have. You can undo this for ten minutes.
withdraw-now = Withdraw
why = Why
# $name the name of the person who was referred
page-title = Send { $name } their page
page-lead =
    There they see what we store, and say whether we may call. You pass the link on.
page-make = Make the link
page-says-who = It says that you referred them.
page-says-nobody = It does not say who referred them.
their-page = Their page
their-page-lead = Send them this link.
link = Link
by-whatsapp = Send it by WhatsApp
# What somebody sends with it.
# $company (plain) the company's name
# $address (plain) the address of the page
page-message =
    I suggested that { $company } call you. Here you see what they store, and say whether they may: { $address }

## Referrals about the reader

about-you = Referred by others
about-you-lead =
    These people gave us your number. If you do not want to hear from us, withdraw the referral.

## The account

console = Console
logout-everywhere = Log out everywhere
your-name = What we call you
your-name-lead =
    Your next referrals are made under this name, and we use it when we speak with you.
change-name = Change your name
name = Name
save-name = Save name
texts = Text updates
texts-lead =
    You see here what has become of your referrals. We can send you a text message as well.
texts-choose = Choose whether we text you
texts-on =
    We send a text message to your number when one of your referrals changes, or when we write to you about
    one.
texts-off = We send you no text messages about your referrals.
texts-stop = Stop texting me
texts-start = Text me when a referral changes
logins = Your logins
logins-lead =
    If you do not recognise a device, log it out. A login ends automatically after twelve hours without use.
logins-show = Show where you are logged in
logged-in = Logged in
last-used = Last used
this-login = This login
log-out = Log out
# $device what it is
logged-out = { $device } was logged out.

## What is stored

kept-here =
    Your account and your referrals are stored on this site’s server, so you can see them on any device
    where you log in.
# $mobile the number
erase-lead =
    Your account and every referral made under { $mobile }, with their points, will be removed from this
    site, for the admin too. This cannot be undone.
erase-trace =
    Referrals that other people made about you will be removed too, and contact messages from an email
    address with your number in it. Wherever else someone wrote your number, a mark replaces it.
# For staff, after the text before.
erase-staff =
    You will no longer work here: your staff record and second factors go, and webhooks and API tokens under
    your name are switched off.
