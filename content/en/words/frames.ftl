### The pages that only a server shows: the one behind a link that somebody shares, and the one of a person who was
### referred. What they say about mistakes stands beside the codes.

# The name of the ways to the same page in other languages, for screen readers.
languages = Languages
code = Code
code-hint = The digits in the text message that we have just sent you. They are good for five minutes.
code-title = Type the code
send-again = Send the code again
privacy = Privacy notice

## Behind a link: what somebody types

link-title = Tell us what you need
# What a link preview shows, as for each of these pages.
link-description = Leave your name and number, and we call you about the service you choose.
# $name (element) who shares the link
# $company the company's name
recommends = { $name } recommends us, { $company }, to you.
# $company the company's name
link-lead =
    Type your own name and number and choose a service. We, { $company }, then call you. If this link is
    still in use, whoever shared it sees your name, the service and what comes of it, but neither your
    number nor your notes, and may earn points.
your-name = Your Name
your-phone = Your Phone Number
your-phone-hint = We send a code to it. We get your request only when you type the code on the next page.
service = Service
select-service = Select a service
opening = Vacancy or course
additional-notes = Additional Notes
# Beside a box, below the text that is agreed to.
agree = I agree to this.
send-code = Send me a code
send-request = Send my request
change-typed = Change what I typed

## Behind a link: for whoever has asked never to be contacted

asked-never-title = You asked us never to contact you
asked-never =
    You told us so for this number. So we do not call you, and have stored nothing of what you typed.
    Nobody else learns of it, nor does whoever shared the link.
asked-never-right = If that is still right, close this page.
changed-mind = If you have changed your mind
take-back =
    You can take it back. Then we call you about what you typed, and others may suggest you to us again.
    What we closed before stays closed.
taken-back = I take it back: call me

## Behind a link: the end

request-title = We have your request
request-thanks = Thank you. We will call you about the service that you chose.
# $write (element) a link with the words below
request-change =
    You can change your mind at any time. Tell us when we call, or { $write }: we stop, tell you what we
    store about you, or delete it.
# In the middle of a sentence.
write-to-us = write to us

## The page about a person: where it is opened

entrance-title = The page about you
person-description = What we store about you, and whether we may call you.
# $write (element) a link with the words above
entrance-lead =
    Somebody suggested that we call you, and sent you a link. Paste it here to see what we store about you,
    and to say whether we may call. You can also { $write }.
link-sent = The link that you were sent
open-page = Open the page

## The page about a person: what is stored

person-title = May we call you?
# $name (element) who referred them
# $company the company's name
suggested = { $name } suggested that we, { $company }, call you.
# $company the company's name
suggested-nameless = Somebody you know suggested that we, { $company }, call you.
said-yes = You said that we may call you. You can take that back here, or by writing to us.
unanswered = You have not answered yet.
# After the sentence before.
may-call = If you do nothing, we may call you.
closed = This referral is closed: we do not call about it any more.
told = What we were told
fact-name = Your name
fact-number = Your number
fact-service = What it is about
fact-notes = What was written about it
fact-since = Given to us on
who-sees =
    Whoever suggested you may earn points, and sees whether you have agreed. If you say no, they see only
    that it is closed, and what you have deleted leaves their list. Whoever has the link to this page can
    read it, so we check who answers: after each of these buttons we send a code to your number, and
    nothing changes until you type it.

## The page about a person: their answers

yes-title = Yes, call me
yes = You may call me
yes-text = If you say yes, you agree to this:
when = When is a good time?
language = In which language?
replaces = What you type here replaces what you told us before.
no-title = No, not about this
no = Do not call me about this
no-text =
    We close this referral and do not call you about it. What is stored stays until you have it deleted.
after-all = Want a call after all?
# $ask (element) a link with the words below
after-all-ask =
    { $ask }: you type what it is about, and a code that we send to your number.
# At the beginning of a sentence.
ask-us = Ask us to call you
never = Never contact me
never-text =
    We close every referral of your number, now and later, and call you about none. Only you can take that
    back, by asking us to call you. To recognise your number we keep a mark made from it that only our
    server can match.
delete-data = Delete my data
delete-text =
    We delete what others gave us about you, and this link ends. It cannot be undone. Your own account
    stays, if you have one, and so does a mark made from your number, so that no old copy comes back. To
    stop calls if you are suggested again, press Never contact me first.
questions = Questions, or not your number any more? Write to us
# $answer (element) one of the answers below
your-answer = Your answer: { $answer }
answer-yes = You may call me.
answer-no = Do not call me about this.
answer-never = Never contact me.
answer-delete = Delete my data.
confirm = Confirm my answer
back = Back, and do nothing

## The page about a person: the ends

agreed-title = We will call you
agreed = Thank you. You said that we may call you about this.
agreed-change =
    To change the time or the language, or to take it back, open the link that you were sent again.
refused-title = We will not call you about this
refused =
    We have closed this. What is stored stays until you have it deleted: for that, open the link that you
    were sent again.
# $ask (element) a link with the words above
refused-after-all = Want a call after all? { $ask }.
never-title = We will not contact you
never-done =
    We have closed all referrals of your number, and will close every new one. The page behind your link
    says only that it is closed, so that nobody else can tell why.
never-delete = To have your data deleted as well, open the link that you were sent again.
# $ask (element) a link with the words below
never-change =
    If you change your mind, { $ask }: with a code sent to your number you can take this back there.
# In the middle of a sentence.
ask-us-within = ask us to call you
deleted-title = Deleted
deleted = What others gave us about you is deleted.
# $link (element) a link with the words below
deleted-account = Your own account is still here: { $link }.
log-in-to-delete = log in to delete it
deleted-mark =
    So that no old copy comes back, we keep a mark made from your number that only our server can match.
