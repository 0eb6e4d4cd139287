### Pay and prices. The currency is a code such as QAR.

on-request = पूछने पर
# $currency (plain) the code
# $from (plain) the least
pay =
    { $currency } { $from } { $period ->
        [hour] प्रति घंटा
        [day] प्रति दिन
        [week] प्रति सप्ताह
        [month] प्रति माह
       *[year] प्रति वर्ष
    }
# $currency (plain) the code
# $from (plain) the least
# $to (plain) the most
pay-range =
    { $currency } { $from } से { $to } { $period ->
        [hour] प्रति घंटा
        [day] प्रति दिन
        [week] प्रति सप्ताह
        [month] प्रति माह
       *[year] प्रति वर्ष
    }
# $currency (plain) the code
# $amount (plain) the price
price = { $currency } { $amount } प्रति व्यक्ति
