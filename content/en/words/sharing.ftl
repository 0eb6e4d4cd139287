### The link that somebody shares, on a server.

share-link = Share your link
share-lead =
    The better way: your friend opens it, types their own name and number, and agrees that we call them. It
    is your referral all the same. You see their name, but neither their number nor their notes.
any-service = Any service
for-what = For
create = Create my link
# What the message says until somebody changes it.
# $company (plain) the company's name
message =
    { $company } may be able to help you. If you like, leave your name and number here, and they call you:
message-label = What you write with it
message-hint = The link follows. We do not store this text.
share = Share…
whatsapp = WhatsApp
copy = Copy link
copied = Copied
copied-lead = The link can be pasted now.
not-copied = Not Copied
not-copied-lead = Your browser does not allow it. Mark the link and copy it by hand.
not-opened = Nobody has opened it yet.
# $opened (number) how often
# $submitted (number) how many people
counts =
    Your links were opened { $opened ->
        [one] once
       *[other] { $opened } times
    }, and { $submitted ->
        [one] 1 person
       *[other] { $submitted } people
    } asked us to call.
qr = QR code of your link
name-or-new = Name on the page, or a new link
page-name = Name on the page
page-name-hint =
    Whoever opens the link reads that you suggest us. Leave it empty if we are not to name you.
save-name = Save the name
new-link = Make a new link…
new-link-title = Make a new link?
new-link-lead =
    The one that you have shared stops working at once, on paper as well. Whoever opens it can still write
    to us, but it is not your referral any more.
new-link-now = Make a new link
