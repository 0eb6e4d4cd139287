### What a server says to visitors and members: rules and rewards as sentences, statements, text messages. The English is
### read from here as well (crates/words). What is said by a code stands beside the codes.

## Days and numbers

month = { $month ->
    [january] January
    [february] February
    [march] March
    [april] April
    [may] May
    [june] June
    [july] July
    [august] August
    [september] September
    [october] October
    [november] November
   *[december] December
}
# $day (plain) such as 31
# $month (plain) its name
# $year (plain) such as 2027
day = { $day } { $month } { $year }
# $from (plain) the name of its first month
# $to (plain) that of its last
# $year (plain) such as 2027
quarter = { $from } to { $to } { $year }
# A part of sentences. Languages with cases: the nominative.
points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

## A rule for points

rule-every-service = Every service
# $service (text) its name
# $points (plain) how many, with the word
# $which (plain) from which success on, or nothing
# $held (plain) for how long they are held, or nothing
# $valid (plain) for how long they are valid, or nothing
rule-for-referrer = { $service }: { $points } for the referrer when the referral is successful{ $which }{ $held }{ $valid }.
# $service (text) its name
# $points (plain) how many, with the word
# $which (plain) from which success on, or nothing
# $held (plain) for how long they are held, or nothing
# $valid (plain) for how long they are valid, or nothing
rule-for-referred = { $service }: { $points } for the person who was referred, if they are a member, when the referral is successful{ $which }{ $held }{ $valid }.
# The next four stand for $which, with all that separates them from what is before. $from and $to are numbers,
# in English such as 3rd.
rule-every-success = , for every success of a year
# $from (plain) such as 3rd
rule-from-success = , from the referrer’s { $from } success of a year on
# $from (plain) such as 3rd
rule-one-success = , for the referrer’s { $from } success of a year
# $from (plain) such as 2nd
# $to (plain) such as 4th
rule-some-successes = , for the referrer’s { $from } to { $to } success of a year
rule-held = , held for { $days ->
    [one] { $days } day
   *[other] { $days } days
}
rule-valid = , valid for { $months ->
    [one] { $months } month
   *[other] { $months } months
}
# After rule-held.
rule-then-valid = , and then valid for { $months ->
    [one] { $months } month
   *[other] { $months } months
}
# $points (plain) how many, with the word
most = { $period ->
    [month] { $points } a month
    [year] { $points } a year
   *[ever] { $points } ever
}
# $most (plain) how many, and in which period
rule-cap = At most { $most } for one person, by this rule.
# $service (text) its name
# $most (plain) how many, and in which period
rule-limit = { $service }: at most { $most } for { $to ->
    [referrer] one referrer
   *[referred] one person who was referred
}, by all rules together.
# $day (plain) a day
rule-on = For referrals submitted on { $day }.
# $from (plain) a day
# $until (plain) a day
rule-from-until = For referrals submitted from { $from } to { $until }.
# $from (plain) a day
rule-from = For referrals submitted from { $from } on.
# $until (plain) a day
rule-until = For referrals submitted until { $until }.
# $points (plain) how many, with the word
# $rule (text) its id
cut = { $points } less, because of the rule { $rule }.

## What points can be exchanged for

# $amount (text) such as KWD 12.345
offer-worth = worth { $amount }
# $from (plain) a day
# $until (plain) a day
offer-from-until = from { $from } until { $until }
# $from (plain) a day
offer-from = from { $from }
# $until (plain) a day
offer-until = until { $until }
offer-left = { $left ->
    [0] none left
    [one] { $left } left
   *[other] { $left } left
}

## How the programme works

explain-rules =
    What you refer now earns points by these rules, once it is successful. They stay the same for it, whatever we
    change later.
explain-no-rules = Our office decides how many points a successful referral earns. Until then it has none.
explain-offers = You can exchange points for any of these. Log in on the referral page, and choose there.
explain-no-offers = There is nothing to exchange points for at the moment.
explain-no-money =
    Points are not money: they earn no interest, and cannot be sold or given away. Log in on the referral page to see
    what you have, and what is on hold until when.
# $quarter (plain) such as October to December 2026
explain-leaders = Most points of { $quarter }, under the names that they chose:

## What a referral is worth, in short

# $points (plain) how many, with the word
gains-same = A successful referral earns you { $points }.
# $points (plain) how many, with the word
gains-up-to = A successful referral earns you up to { $points }, depending on the service.
# $least (number) the least points
# $points (plain) the most, with the word
gains-between = A successful referral earns you { $least } to { $points }, depending on the service.
# $title (text) of what is offered
# $points (plain) how many, with the word
gains-offer = { $title } for { $points }
# $title (text) of what is offered
# $amount (text) such as KWD 12.345
# $points (plain) how many, with the word
gains-offer-worth = { $title }, { $amount }, for { $points }

## A line of a statement

# $name (text) of whoever referred
line-referred-by = Referred by { $name }
line-a-referral = A referral
# $of (plain) a name, or one of the two above
# $service (text) its name
line-earned = { $of } · { $service } was successful
# $of (plain) a name, or one of the two above
line-earned-no-service = { $of } was successful
# $of (plain) a name, or one of the two above
# $service (text) its name
line-reversed = { $of } · { $service }, taken back
# $of (plain) a name, or one of the two above
line-reversed-no-service = { $of }, taken back
# $offer (text) its title
line-redeemed = Exchanged for { $offer }
# $offer (text) its title
line-refunded = { $offer }: not exchanged, points given back
line-expired = Expired
line-expired-back = Expired points, given back
# $note (text) why
line-taken-off = Taken off by us: { $note }
# $note (text) why
line-added = Added by us: { $note }

## A request to exchange points. These are sent in text messages, too

# $title (text) of what is asked for
request-requested = Your request for { $title } has arrived. We will look at it soon.
# $title (text) of what is asked for
request-approved = Your request for { $title } was approved.
# $title (text) of what is asked for
request-batched = Your request for { $title } is being paid.
# $title (text) of what is asked for
request-paid = Your request for { $title } was paid.
# $title (text) of what is asked for
request-failed = Your request for { $title } could not be paid. You have the points again.
# $title (text) of what is asked for
request-declined = Your request for { $title } was declined. You have the points again.
# $title (text) of what is asked for
request-cancelled = Your request for { $title } was taken back. You have the points again.
# $title (text) of what is asked for
request-reference = The reference of your request for { $title } was changed.

## The history of a referral, as the referrer and the referred person read it

consent-asked = You got the address of their page, to pass it on.
consent-agreed = You agreed to be called.
consent-refused = You said that we may not call you about this.

## Text messages. In other scripts than Latin, 70 letters are one message, and 67 each part of a longer one

# $code (plain) the code
# $host (plain, optional) of the site, which stands in the last line again
# $minutes (plain) for how many minutes it can be used
text-code = Your code { $purpose ->
    [login] to log in or sign up at
    [sharing] to confirm your number at
    [agree] to let us call you from
    [refuse] to stop us calling you from
    [never] to never be contacted from
   *[delete] to delete what is stored about you at
} { $host } is { $code }. It expires in { $minutes } minutes. Do not share it.
# $name (text) of whoever was referred
# $sentence (plain) what has become of it
# $address (plain) of the referral page
text-progress = Your referral of { $name }: { $sentence } More at { $address }
# $sentence (plain) what has become of a request
# $address (plain) of the referral page
text-request = { $sentence } More at { $address }
