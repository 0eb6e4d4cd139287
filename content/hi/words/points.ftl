### Points, on a server: what somebody has, what they exchange them for, and who has most.

points = पॉइंट

## What somebody has

your-points = आपके पॉइंट
print = प्रिंट करें
earlier-lines = पुरानी एंट्री दिखाएँ
none-yet = अभी आपके पास पॉइंट नहीं हैं। जब कोई रेफ़रल सफल होगा, तो वह और उस पर मिले पॉइंट यहाँ दिखेंगे।
# $number (element) how many
available =
    { $number } { $points ->
        [one] पॉइंट उपलब्ध
       *[other] पॉइंट उपलब्ध
    }
below-zero = जितने पॉइंट उपलब्ध थे, उनसे ज़्यादा वापस लिए गए हैं। आगे मिलने वाले पॉइंट से यह कमी पूरी होगी।
on-hold = ये पॉइंट होल्ड पर हैं, और इन तारीखों के बाद अपने-आप उपलब्ध हो जाएँगे:
# $number (element) how many points
# $day (element) the day
held-until = { $number }, { $day } तक
# $number (element) how many points
held-longer = { $number }, बाद की तारीखों तक
will-expire = अगर आप इन्हें पहले इस्तेमाल न करें (जिनकी मियाद पहले खत्म होती है, वे पहले इस्तेमाल होते हैं):
# $number (element) how many points
# $day (element) the day
expires-on =
    { $day } को { $number } { $points ->
        [one] पॉइंट की मियाद खत्म होगी
       *[other] पॉइंट की मियाद खत्म होगी
    }
# $number (element) how many points
expires-later = { $number } की मियाद बाद में खत्म होगी

## The statement

statement = आपके पॉइंट का स्टेटमेंट, सबसे नई एंट्री पहले
date = तारीख
what-for = किसलिए
balance = बैलेंस
earlier = पुरानी एंट्री
all = कुल पॉइंट
# $day (element) the day
line-on-hold = { $day } तक होल्ड पर।

## What points are exchanged for

exchange-points = पॉइंट भुनाएँ
can-exchange-count = भुनाने लायक पॉइंट
exchange-lead =
    कुछ चुनें, फिर हम आपका अनुरोध देखेंगे। पॉइंट तुरंत कट जाते हैं, और अनुरोध पूरा न हो तो आपको वापस मिल जाते हैं।
nothing-offered = अभी ऐसा कुछ नहीं है जिसके लिए पॉइंट भुनाए जा सकें।
will-be-offered = जब कुछ होगा, तो यहाँ दिखेगा।
offers = आप क्या ले सकते हैं
none-left = अब एक भी नहीं बचा
# $count (number) how many
left =
    { $count ->
        [one] { $count } बचा है
       *[other] { $count } बचे हैं
    }
# $day a day
until = { $day } तक
# $number (element) how many points it costs
price =
    { $number } { $points ->
        [one] पॉइंट
       *[other] पॉइंट
    }
choose = चुनें
missing =
    { $points ->
        [one] { $points } पॉइंट और चाहिए
       *[other] { $points } पॉइंट और चाहिए
    }
voucher = वाउचर
bank-transfer = बैंक ट्रांसफ़र
donation = दान
# $kind what it is
# $worth the amount
of-worth = { $worth } का { $kind }
voucher-lead = हम आपका अनुरोध देखते हैं, फिर आपको वाउचर भेजते हैं।
bank-transfer-lead = हम आपका अनुरोध देखते हैं, फिर रकम भेजते हैं।
donation-lead = हम आपका अनुरोध देखते हैं, फिर दान की रकम देते हैं।
other-lead = हम आपका अनुरोध देखते हैं। वह कहाँ तक पहुँचा, यह आपको यहाँ दिखता है।
# $points (number) how many
exchange = { $points } पॉइंट भुनाएँ
can-exchange = आप भुना सकते हैं
costs = इसके लिए लगेंगे
left-afterwards = फिर बचेंगे

## What whoever pays has to know

voucher-reference = वाउचर कहाँ भेजें
voucher-reference-hint = जैसे ईमेल पता। बैंक खाते की जानकारी कभी न लिखें: हम उसे नहीं रखते।
bank-transfer-reference = पेरोल नंबर
bank-transfer-reference-hint = ज़्यादा से ज़्यादा 8 अंक। बैंक खाते की जानकारी कभी न लिखें: हम उसे नहीं रखते।
other-reference = आप तक कैसे पहुँचें
other-reference-hint = जैसे आपका विभाग या ईमेल पता। बैंक खाते की जानकारी कभी न लिखें: हम उसे नहीं रखते।
reference = भुगतान की जानकारी

## What somebody has asked for

your-requests = आपके अनुरोध
earlier-requests = पुराने अनुरोध दिखाएँ
for-what = किसके लिए
# $title what was asked for
steps = { $title }: अब तक क्या हुआ
take-back = वापस लें…
# $what what it is called, such as payroll number
change-reference = “{ $what }” बदलें…
# $what what it is called, such as payroll number
add-reference = “{ $what }” जोड़ें…
# After the text before, for screen readers.
# $title what was asked for
of-request = { " " }({ $title })
reference-lead = जब तक हम आपका अनुरोध मंज़ूर न कर लें, आप इसे बदल सकते हैं।
save = सहेजें
# $title what was asked for
take-back-title = { $title } का अनुरोध वापस लें
# $points (number) how many
take-back-lead = { $points } पॉइंट आपको तुरंत वापस मिल जाएँगे, और आप उन्हें किसी और चीज़ के लिए भुना सकते हैं।
take-back-now = वापस लें

## The list of those with most points

most-points = सबसे ज़्यादा पॉइंट
# $quarter three months, such as October to December 2026
most-lead = { $quarter } तक सबसे ज़्यादा पॉइंट पाने वाले, उन नामों से जो उन्होंने इस सूची के लिए चुने हैं।
list-off = सूची बंद है, और किसी को नहीं दिखती।
join-list = सूची में शामिल हों
change-or-leave = नाम बदलें, या सूची से हटें
nobody-yet = सूची में अभी कोई नहीं है।
# $points (number) how many somebody has
leader-points =
    { $points ->
        [one] { $points } पॉइंट
       *[other] { $points } पॉइंट
    }
not-on-list =
    आप सूची में नहीं हैं। इन महीनों में आपको { $points ->
        [one] { $points } पॉइंट मिला है।
       *[other] { $points } पॉइंट मिले हैं।
    }
not-yet = इन महीनों में पॉइंट मिलते ही आप सूची में शामिल हो जाएँगे।
# $place (plain) the place
your-place =
    { $points ->
        [one] { $points } पॉइंट के साथ आप नंबर { $place } पर हैं। पहले दस लोगों के नाम दिखते हैं।
       *[other] { $points } पॉइंट के साथ आप नंबर { $place } पर हैं। पहले दस लोगों के नाम दिखते हैं।
    }
leave-list = सूची से हटें
list-name = सूची में नाम
hint-members = इसे सभी सदस्य देख सकते हैं। असली नाम होना ज़रूरी नहीं।
hint-public = इसे कोई भी देख सकता है। असली नाम होना ज़रूरी नहीं।
join = सूची में शामिल हों
save-name = नाम सहेजें
