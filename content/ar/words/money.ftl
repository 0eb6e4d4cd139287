### Pay and prices. The currency is a code such as QAR.

on-request = عند الطلب
# $currency (plain) the code
# $from (plain) the least
pay =
    { $from } { $currency } { $period ->
        [hour] في الساعة
        [day] في اليوم
        [week] في الأسبوع
        [month] في الشهر
       *[year] في السنة
    }
# $currency (plain) the code
# $from (plain) the least
# $to (plain) the most
pay-range =
    من { $from } إلى { $to } { $currency } { $period ->
        [hour] في الساعة
        [day] في اليوم
        [week] في الأسبوع
        [month] في الشهر
       *[year] في السنة
    }
# $currency (plain) the code
# $amount (plain) the price
price = { $amount } { $currency } للشخص الواحد
