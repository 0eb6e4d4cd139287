### The referral page, where the records are on a server.

loading = लोड हो रहा है…
unknown-device = अनजान डिवाइस
confirm = पुष्टि करें
undo = बदलाव हटाएँ

## Codes that are really sent

number-hint = नंबर जैसे चाहें, वैसे लिखें। भारत और कतर के बाहर का हो, तो पहले प्लस का निशान और देश का कोड लिखें।
# $mobile the number
code-sent =
    हमने { $mobile } पर एक कोड भेजा है। वह पाँच मिनट तक चलेगा। उसे सिर्फ़ यहीं लिखें: हम आपसे वह कभी नहीं
    पूछेंगे।
# For somebody to whom no code can be sent.
# $mobile the number
code-given = { $mobile } पर आया सबसे नया कोड लिखें, या वह कोड जो हमारे ऑफ़िस ने आपको बताया है।
code-under-way = कोड अभी नहीं आया? आधे मिनट बाद आप दूसरा माँग सकते हैं।
code-again = दूसरा कोड भेजें

## The second factor, for staff

factor-title = पुष्टि करें कि यह आप ही हैं
factor-lead =
    इस कदम से आपका सारा डेटा एक्सपोर्ट होता है या मिटता है, और पिछले दस मिनट में आपने कोई कोड नहीं लिखा है।
    अभी कुछ नहीं हुआ है। पुष्टि करते ही काम आगे बढ़ेगा।
factor-code = ऑथेंटिकेटर ऐप का कोड
factor-hint = छह अंक, जो हर 30 सेकंड में बदलते हैं। ऐप पास में न हो, तो अपना कोई रिकवरी कोड लिखें।

## What waits on this device for a connection

kept = इसी डिवाइस पर रखा है
send-now = अभी भेजें
sent = जो रुका हुआ था, वह भेज दिया गया।
# $count (number) how many
waiting =
    { $count ->
        [one] { $count } रेफ़रल कनेक्शन मिलने पर भेजा जाएगा।
       *[other] { $count } रेफ़रल कनेक्शन मिलने पर भेजे जाएँगे।
    }
# $count (number) how many
# $owner whose they are
waiting-of =
    { $count ->
        [one] { $owner } का { $count } रेफ़रल उनके फिर से लॉग इन करने पर भेजा जाएगा।
       *[other] { $owner } के { $count } रेफ़रल उनके फिर से लॉग इन करने पर भेजे जाएँगे।
    }
# Another member with the name of whoever reads it.
# $name that name
another = { $name } (इसी नाम के दूसरे व्यक्ति)
not-accepted = स्वीकार नहीं हुआ
# $name the name of the person who was referred
# $reason why not, in a sentence
not-accepted-yours = { $name } वाला आपका रेफ़रल स्वीकार नहीं हुआ: { $reason }
# $owner whose it is
# $name the name of the person who was referred
# $reason why not, in a sentence
not-accepted-of = { $owner } ने { $name } को रेफ़र किया था, पर वह रेफ़रल स्वीकार नहीं हुआ: { $reason }
put-back = वापस फ़ॉर्म में लाएँ
discard = हटा दें
form-in-use = फ़ॉर्म में कुछ लिखा हुआ है
form-in-use-lead = आप जो लिख रहे हैं, पहले उसे भेजें या मिटा दें। दूसरा रेफ़रल यहीं रहेगा।

## What a referral is worth

what-you-get = आपको क्या मिलता है
for-example = पॉइंट भुनाकर आप जो ले सकते हैं, उसके कुछ उदाहरण:

## How far a referral is

they-agreed = उन्होंने कहा है कि हम कॉल कर सकते हैं।
they-were-asked = उन्हें उनका पेज मिल गया है, पर उन्होंने अभी जवाब नहीं दिया है।
we-may-say-who = हम उन्हें बता सकते हैं कि आपने रेफ़र किया है।
history = अब तक क्या हुआ, और बदलाव
# After the text before, for screen readers.
# $name the name of the person who was referred
about-person = { " " }({ $name })
correct = सुधारें…
send-page = उन्हें उनका पेज भेजें…
say-who = उन्हें मेरा नाम बताएँ
say-not-who = उन्हें मेरा नाम न बताएँ
withdraw = वापस लें…

## Its history

submitted = रेफ़रल भेजा गया
# $text what it is now
corrected = आपने इसे सुधारकर “{ $text }” किया
withdrawn = वापस लिया गया
# $text what the stage is called
# $note why, as somebody wrote it
withdrawn-because = { $text } “{ $note }”
# $text what we wrote
texted = हमने आपको SMS भेजा: “{ $text }”
# $text what we wrote
wrote-whatsapp = हमने आपको लिखने के लिए WhatsApp खोला: “{ $text }”
undid =
    { $by ->
        [you] आपने यह बदलाव हटा दिया
        [referrer] रेफ़र करने वाले ने यह बदलाव हटा दिया
        [referred] जिन्हें रेफ़र किया गया, उन्होंने यह बदलाव हटा दिया
       *[company] कंपनी ने यह बदलाव हटा दिया
    }
said-who = आपने कहा कि हम उन्हें आपका नाम बता सकते हैं
said-not-who = आपने कहा कि हम उन्हें आपका नाम न बताएँ

## What somebody can still do about it

# $name the name of the person who was referred
correct-title = { $name } वाला रेफ़रल सुधारें
correct-lead = आपने जो भेजा था, वह रिकॉर्ड में रहता है। काम हम सुधारी हुई जानकारी से करते हैं।
correct-now = सुधारें
what-is-wrong = क्या गलत है?
# $name the name of the person who was referred
withdraw-title = { $name } वाला रेफ़रल वापस लें
withdraw-lead =
    हम उनसे संपर्क नहीं करेंगे, और कर चुके हों तो आगे नहीं करेंगे। दस मिनट के अंदर आप यह बदल सकते हैं।
withdraw-now = वापस लें
why = वजह
# $name the name of the person who was referred
page-title = { $name } को उनका पेज भेजें
page-lead = वहाँ वे देखते हैं कि हमारे पास उनकी क्या जानकारी है, और बताते हैं कि हम कॉल करें या नहीं। लिंक उन्हें आप भेजते हैं।
page-make = लिंक बनाएँ
page-says-who = उस पर लिखा होगा कि आपने उन्हें रेफ़र किया है।
page-says-nobody = उस पर यह नहीं लिखा होगा कि उन्हें किसने रेफ़र किया।
their-page = उनका पेज
their-page-lead = उन्हें यह लिंक भेजें।
link = लिंक
by-whatsapp = WhatsApp से भेजें
# What somebody sends with it.
# $company (plain) the company's name
# $address (plain) the address of the page
page-message =
    मैंने { $company } को सुझाया है कि वे आपको कॉल करें। उनके पास आपकी क्या जानकारी है, यह आप यहाँ देख सकते हैं, और बता सकते हैं कि वे कॉल करें या नहीं: { $address }

## Referrals about the reader

about-you = दूसरों ने आपको रेफ़र किया
about-you-lead = इन लोगों ने हमें आपका नंबर दिया है। अगर आप नहीं चाहते कि हम संपर्क करें, तो रेफ़रल वापस ले लें।

## The account

console = कंसोल (अंग्रेज़ी में)
logout-everywhere = हर डिवाइस से लॉग आउट करें
your-name = हम आपको किस नाम से बुलाएँ
your-name-lead = आपके अगले रेफ़रल इसी नाम से होंगे, और बात करते समय हम यही नाम लेंगे।
change-name = नाम बदलें
name = नाम
save-name = नाम सहेजें
texts = SMS से सूचना
texts-lead = आपके रेफ़रल में क्या हुआ, यह आप यहाँ देखते हैं। हम आपको SMS भी भेज सकते हैं।
texts-choose = चुनें कि हम SMS भेजें या नहीं
texts-on = जब आपके किसी रेफ़रल में कुछ बदलता है, या हम आपको उसके बारे में लिखते हैं, तो हम आपके नंबर पर SMS भेजते हैं।
texts-off = हम आपके रेफ़रल के बारे में SMS नहीं भेजते।
texts-stop = SMS भेजना बंद करें
texts-start = रेफ़रल में बदलाव होने पर मुझे SMS भेजें
logins = आप कहाँ-कहाँ लॉग इन हैं
logins-lead =
    कोई डिवाइस पहचान में न आए, तो उससे लॉग आउट कर दें। बारह घंटे इस्तेमाल न हो, तो लॉग इन अपने-आप खत्म हो
    जाता है।
logins-show = डिवाइस दिखाएँ
logged-in = लॉग इन का समय
last-used = आखिरी इस्तेमाल
this-login = यही डिवाइस
log-out = लॉग आउट करें
# $device what it is
logged-out = { $device } से लॉग आउट कर दिया गया।

## What is stored

kept-here =
    आपका अकाउंट और आपके रेफ़रल इस वेबसाइट के सर्वर पर रखे हैं, इसलिए आप जिस भी डिवाइस पर लॉग इन करें, वहाँ
    उन्हें देख सकते हैं।
# $mobile the number
erase-lead =
    आपका अकाउंट और { $mobile } से किए गए सभी रेफ़रल, उनके पॉइंट के साथ, इस वेबसाइट से हट जाएँगे, और एडमिन को भी
    नहीं दिखेंगे। इसके बाद उन्हें वापस नहीं लाया जा सकता।
erase-trace =
    जो रेफ़रल दूसरों ने आपके बारे में किए, वे भी हट जाएँगे, और वे मैसेज भी जिनके ईमेल पते में आपका नंबर है। इनके
    अलावा जहाँ भी किसी ने आपका नंबर लिखा हो, वहाँ उसकी जगह एक निशान आ जाएगा।
# For staff, after the text before.
erase-staff =
    अब आप यहाँ के कर्मचारी नहीं रहेंगे: आपका कर्मचारी रिकॉर्ड और सेकंड फ़ैक्टर हट जाएँगे, और आपके नाम के वेबहुक
    और API टोकन बंद हो जाएँगे।
