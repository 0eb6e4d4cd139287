### Pay and prices. The currency is a code such as QAR.

on-request = கேட்டால் சொல்கிறோம்
# $currency (plain) the code
# $from (plain) the least
pay =
    { $period ->
        [hour] மணி நேரத்துக்கு
        [day] நாளொன்றுக்கு
        [week] வாரத்துக்கு
        [month] மாதத்துக்கு
       *[year] ஆண்டுக்கு
    } { $currency } { $from }
# $currency (plain) the code
# $from (plain) the least
# $to (plain) the most
pay-range =
    { $period ->
        [hour] மணி நேரத்துக்கு
        [day] நாளொன்றுக்கு
        [week] வாரத்துக்கு
        [month] மாதத்துக்கு
       *[year] ஆண்டுக்கு
    } { $currency } { $from } முதல் { $to } வரை
# $currency (plain) the code
# $amount (plain) the price
price = ஒருவருக்கு { $currency } { $amount }
