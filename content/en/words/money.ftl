### Pay and prices. The currency is a code such as QAR.

on-request = On request
# $currency (plain) the code
# $from (plain) the least
pay =
    { $currency } { $from } { $period ->
        [hour] an hour
        [day] a day
        [week] a week
        [month] a month
       *[year] a year
    }
# $currency (plain) the code
# $from (plain) the least
# $to (plain) the most
pay-range =
    { $currency } { $from } to { $to } { $period ->
        [hour] an hour
        [day] a day
        [week] a week
        [month] a month
       *[year] a year
    }
# $currency (plain) the code
# $amount (plain) the price
price = { $currency } { $amount } a person
