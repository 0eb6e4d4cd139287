### What a server says to visitors and members: rules and rewards as sentences, statements, text messages.

## Days and numbers

month = { $month ->
    [january] जनवरी
    [february] फ़रवरी
    [march] मार्च
    [april] अप्रैल
    [may] मई
    [june] जून
    [july] जुलाई
    [august] अगस्त
    [september] सितंबर
    [october] अक्टूबर
    [november] नवंबर
   *[december] दिसंबर
}
day = { $day } { $month } { $year }
quarter = { $from } से { $to } { $year }
points = { $points ->
    [one] { $points } पॉइंट
   *[other] { $points } पॉइंट
}

## A rule for points

rule-every-service = हर सेवा
rule-for-referrer = { $service }: रेफ़रल सफल होने पर रेफ़र करने वाले को { $points }{ $which }{ $held }{ $valid }।
rule-for-referred = { $service }: जिन्हें रेफ़र किया गया, अगर उनका अकाउंट हो, तो रेफ़रल सफल होने पर उन्हें { $points }{ $which }{ $held }{ $valid }।
rule-every-success = , साल के हर सफल रेफ़रल पर
rule-from-success = , अगर साल में यह रेफ़र करने वाले का सफल रेफ़रल नंबर { $from } या उसके बाद का हो
rule-one-success = , अगर साल में यह रेफ़र करने वाले का सफल रेफ़रल नंबर { $from } हो
rule-some-successes = , अगर साल में यह रेफ़र करने वाले का सफल रेफ़रल नंबर { $from } से { $to } तक का हो
rule-held = { $days ->
    [one] , { $days } दिन होल्ड पर
   *[other] , { $days } दिन होल्ड पर
}
rule-valid = { $months ->
    [one] , { $months } महीने तक मान्य
   *[other] , { $months } महीने तक मान्य
}
rule-then-valid = { $months ->
    [one] , फिर { $months } महीने तक मान्य
   *[other] , फिर { $months } महीने तक मान्य
}
most = { $period ->
    [month] महीने में { $points }
    [year] साल में { $points }
   *[ever] कुल { $points }
}
rule-cap = इस नियम से एक व्यक्ति को ज़्यादा से ज़्यादा { $most }।
rule-limit = { $service }: सभी नियम मिलाकर { $to ->
    [referrer] रेफ़र करने वाले एक व्यक्ति को
   *[referred] रेफ़र किए गए एक व्यक्ति को
} ज़्यादा से ज़्यादा { $most }।
rule-on = { $day } को भेजे गए रेफ़रल के लिए।
rule-from-until = { $from } से { $until } तक भेजे गए रेफ़रल के लिए।
rule-from = { $from } से भेजे गए रेफ़रल के लिए।
rule-until = { $until } तक भेजे गए रेफ़रल के लिए।
cut = नियम { $rule } की वजह से { $points } कम।

## What points can be exchanged for

offer-worth = कीमत { $amount }
offer-from-until = { $from } से { $until } तक
offer-from = { $from } से
offer-until = { $until } तक
offer-left = { $left ->
    [0] अब एक भी नहीं बचा
    [one] { $left } बचा है
   *[other] { $left } बचे हैं
}

## How the programme works

explain-rules = आप अभी जो रेफ़रल भेजते हैं, उसके सफल होने पर इन नियमों से पॉइंट मिलते हैं। हम बाद में कुछ भी बदलें, उस रेफ़रल के लिए यही नियम रहते हैं।
explain-no-rules = सफल रेफ़रल पर कितने पॉइंट मिलेंगे, यह हमारा ऑफ़िस तय करता है। तब तक उस पर कोई पॉइंट नहीं मिलता।
explain-offers = पॉइंट भुनाकर आप इनमें से कुछ भी ले सकते हैं। रेफ़रल पेज पर लॉग इन करें और वहीं चुनें।
explain-no-offers = अभी ऐसा कुछ नहीं है जिसके लिए पॉइंट भुनाए जा सकें।
explain-no-money = पॉइंट पैसे नहीं हैं: इन पर ब्याज नहीं मिलता, और इन्हें बेचा या किसी को दिया नहीं जा सकता। आपके पास कितने पॉइंट हैं, और कौन-से कब तक होल्ड पर हैं, यह देखने के लिए रेफ़रल पेज पर लॉग इन करें।
explain-leaders = { $quarter } तक सबसे ज़्यादा पॉइंट पाने वाले, उन नामों से जो उन्होंने चुने हैं:

## What a referral is worth, in short

gains-same = सफल रेफ़रल पर आपको { $points } मिलते हैं।
gains-up-to = सफल रेफ़रल पर आपको, सेवा के हिसाब से, ज़्यादा से ज़्यादा { $points } मिलते हैं।
gains-between = सफल रेफ़रल पर आपको, सेवा के हिसाब से, { $least } से { $points } तक मिलते हैं।
gains-offer = { $points } में { $title }
gains-offer-worth = { $points } में { $title }, कीमत { $amount }

## A line of a statement

line-referred-by = { $name } ने आपको रेफ़र किया
line-a-referral = एक रेफ़रल
line-earned = { $of } · { $service }: सफल रेफ़रल
line-earned-no-service = { $of }: सफल रेफ़रल
line-reversed = { $of } · { $service }: पॉइंट वापस लिए गए
line-reversed-no-service = { $of }: पॉइंट वापस लिए गए
line-redeemed = { $offer } के लिए भुनाए गए
line-refunded = { $offer }: अनुरोध पूरा नहीं हुआ, पॉइंट लौटाए गए
line-expired = पॉइंट की मियाद खत्म हुई
line-expired-back = मियाद खत्म होने पर कटे पॉइंट लौटाए गए
line-taken-off = हमने घटाए: { $note }
line-added = हमने जोड़े: { $note }

## A request to exchange points. These are sent in text messages, too

request-requested = आपका अनुरोध मिल गया: { $title }। हम इसे जल्द देखेंगे।
request-approved = आपका अनुरोध मंज़ूर हो गया: { $title }।
request-batched = आपके अनुरोध पर भुगतान हो रहा है: { $title }।
request-paid = आपके अनुरोध पर भुगतान हो गया: { $title }।
request-failed = आपके अनुरोध पर भुगतान नहीं हो पाया: { $title }। पॉइंट आपको वापस मिल गए।
request-declined = आपका अनुरोध मंज़ूर नहीं हुआ: { $title }। पॉइंट आपको वापस मिल गए।
request-cancelled = आपका अनुरोध वापस ले लिया गया: { $title }। पॉइंट आपको वापस मिल गए।
request-reference = आपके अनुरोध की भुगतान की जानकारी बदली गई: { $title }।

## The history of a referral, as the referrer and the referred person read it

consent-asked = आपको उनके पेज का लिंक मिला, ताकि आप उन्हें भेज सकें।
consent-agreed = आपने कॉल के लिए सहमति दी।
consent-refused = आपने कहा कि हम इस बारे में आपको कॉल न करें।

## Text messages. In other scripts than Latin, 70 letters are one message, and 67 each part of a longer one

text-code = { $purpose ->
    [login] लॉग इन कोड
    [sharing] नंबर जाँच कोड
    [agree] सहमति का कोड
    [refuse] इनकार का कोड
    [never] कॉल-रोक कोड
   *[delete] मिटाने का कोड
} { $code }, { $minutes } मिनट। किसी को न दें।
text-progress = { $name } वाला रेफ़रल: { $sentence } { $address }
text-request = { $sentence } { $address }
