### The link that somebody shares, on a server.

share-link = अपना लिंक शेयर करें
share-lead =
    बेहतर तरीका: आपके दोस्त लिंक खोलते हैं, अपना नाम और नंबर खुद लिखते हैं, और सहमति देते हैं कि हम उन्हें कॉल
    करें। फिर भी यह आपका ही रेफ़रल होता है। आपको उनका नाम दिखता है, पर उनका नंबर और उनकी लिखी बाकी बातें नहीं।
any-service = कोई भी सेवा
for-what = किस सेवा के लिए
create = मेरा लिंक बनाएँ
# What the message says until somebody changes it.
# $company (plain) the company's name
message =
    { $company } शायद आपकी मदद कर सकें। आप चाहें तो यहाँ अपना नाम और नंबर लिख दें, वे आपको कॉल करेंगे:
message-label = लिंक के साथ क्या लिखें
message-hint = इसके बाद लिंक आएगा। यह मैसेज हम नहीं रखते।
share = शेयर करें…
whatsapp = WhatsApp
copy = लिंक कॉपी करें
copied = कॉपी हो गया
copied-lead = अब लिंक कहीं भी पेस्ट कर सकते हैं।
not-copied = कॉपी नहीं हुआ
not-copied-lead = आपका ब्राउज़र इसकी इजाज़त नहीं देता। लिंक को चुनकर खुद कॉपी करें।
not-opened = अभी तक किसी ने इसे नहीं खोला है।
# $opened (number) how often
# $submitted (number) how many people
counts =
    आपके लिंक { $opened ->
        [one] { $opened } बार
       *[other] { $opened } बार
    } खोले गए, और { $submitted ->
        [0] किसी ने हमसे कॉल करने को नहीं कहा
        [one] { $submitted } व्यक्ति ने हमसे कॉल करने को कहा
       *[other] { $submitted } लोगों ने हमसे कॉल करने को कहा
    }।
qr = आपके लिंक का QR कोड
name-or-new = पेज पर नाम, या नया लिंक
page-name = पेज पर नाम
page-name-hint = जो लिंक खोलेंगे, उन्हें दिखेगा कि आपने हमारा नाम सुझाया है। अपना नाम न दिखाना हो, तो इसे खाली छोड़ दें।
save-name = नाम सहेजें
new-link = नया लिंक बनाएँ…
new-link-title = नया लिंक बनाएँ?
new-link-lead =
    जो लिंक आप शेयर कर चुके हैं, वह तुरंत काम करना बंद कर देगा, कागज़ पर छपा हुआ भी। उसे खोलने वाले हमें तब भी लिख
    सकते हैं, पर वह आपका रेफ़रल नहीं होगा।
new-link-now = नया लिंक बनाएँ
