### The referral page, and what it says where the records are in the visitor's browser.

title = रेफ़रल प्रोग्राम
# For search engines.
description =
    भर्ती, ट्रेनिंग, IT या किसी और सेवा के लिए किसी को रेफ़र करें, गेस्ट के रूप में या अपने मोबाइल नंबर से, और देखें कि
    आगे क्या हुआ।
heading = जिन पर आपको भरोसा है, उन्हें रेफ़र करें
lead =
    क्या आप ऐसी कंपनी को जानते हैं जिसे लोग चाहिए, या ऐसे व्यक्ति को जिन्हें शुरुआत चाहिए? हमें बताएँ कि वे कौन हैं और
    कौन-सी सेवा उनके काम आएगी। हर सफल रेफ़रल पर आपको पॉइंट मिलते हैं।
loading = लॉग इन की जाँच हो रही है...
try-again = दोबारा कोशिश करें
# $email (element) the address
needs-script =
    रेफ़रल प्रोग्राम के लिए JavaScript ज़रूरी है, जो आपके ब्राउज़र में बंद है। आप { $email } पर ईमेल भी कर सकते हैं: बताएँ कि
    आप कौन हैं, किन्हें रेफ़र कर रहे हैं और किस सेवा के लिए।

## Login

join = हमारे रेफ़रल प्रोग्राम से जुड़ें
join-lead =
    अपने रेफ़रल और पॉइंट देखने के लिए लॉग इन या साइन अप करें। गेस्ट के रूप में भी किसी को रेफ़र कर सकते हैं।
mobile = मोबाइल नंबर
# $least (plain) how many digits a number has at least
# $most (plain) and at most
mobile-hint = { $least } से { $most } अंक, देश के कोड के साथ, प्लस के निशान के बिना।
# A button that corrects the number.
# $number (plain) the number
use = { $number } लिखें
login = लॉग इन
sign-up = साइन अप
have-code = मेरे पास कोड है
login-title = OTP से लॉग इन
sign-up-title = OTP से साइन अप
# $mobile the number
# $code (plain) the code
simulated = यह सिर्फ़ डेमो है, इसलिए { $mobile } पर कोई मैसेज नहीं जाता। कोड { $code } लिखें।
code = OTP
# $digits (plain) how many digits the code has
code-placeholder = { $digits } अंकों का OTP लिखें
verify = OTP जाँचें

## Who is logged in

# $name the person's name
welcome = नमस्ते, { $name }!
admin-view = एडमिन व्यू
logout = लॉग आउट
welcome-admin =
    इस ब्राउज़र में सहेजे सभी रेफ़रल आप देख सकते हैं और उन्हें पॉइंट दे सकते हैं। पॉइंट सहेजते ही रेफ़रल सफल हो जाता है।
welcome-member = आपके रेफ़रल नीचे हैं। इनमें वे भी हैं जो आपने इस नंबर से गेस्ट के रूप में किए थे।
welcome-new =
    इस नंबर से आपने अभी किसी को रेफ़र नहीं किया है। जब करेंगे, तो हर रेफ़रल अपनी स्थिति और पॉइंट के साथ यहाँ दिखेगा।

## The form

refer = किसी को रेफ़र करें
you = आप
your-name = आपका नाम
your-phone = आपका फ़ोन नंबर
person = जिन्हें आप रेफ़र कर रहे हैं
person-name = उनका नाम
person-phone = उनका फ़ोन नंबर
select-service = सेवा चुनें
opening = नौकरी या कोर्स
additional-notes = और कुछ बताना हो तो
# What happens to a referral in this browser.
kept-here =
    यह वेबसाइट बिना सर्वर के चल रही है। आपका रेफ़रल इसी ब्राउज़र में रहता है: वह हम तक नहीं पहुँचता और हम किसी को
    कॉल नहीं करते।
# What happens to a referral on a server.
we-call = आप जो सेवा चुनेंगे, हम उसके बारे में इन्हें कॉल करेंगे। पहले इनसे पूछ लें।
may-say-who = क्या हम इन्हें बता सकते हैं कि किसने रेफ़र किया?
say-my-name = हाँ, इन्हें मेरा नाम बताएँ
submitting = भेजा जा रहा है...
submit = रेफ़रल भेजें
how-it-works = प्रोग्राम कैसे काम करता है
privacy = निजता सूचना
# For screen readers.
# $name the name of the person who was referred
# $status (plain) the status
# $points (number) the points
new-entry = नया रेफ़रल: { $name }, { $status }, { $points } पॉइंट।

## The list

your-referrals = आपके रेफ़रल
all-referrals = एडमिन डैशबोर्ड: सभी रेफ़रल
none = अभी कोई रेफ़रल नहीं भेजा गया है।
will-appear = हर रेफ़रल अपनी स्थिति और पॉइंट के साथ यहाँ दिखेगा।
# $shown (number) how many are shown
# $all (number) how many there are
shown = { $all } में से { $shown } दिख रहे हैं।
# $count (plain) how many more are shown then
show-more = { $count } और दिखाएँ
name = नाम
phone = फ़ोन
referred-by = किसने रेफ़र किया
service = सेवा
date = तारीख
status = स्थिति
points = पॉइंट
notes = टिप्पणी
change = बदलें
more = और जानकारी
pending = लंबित
successful = सफल

## The points that the admin gives

assign = पॉइंट दें या बदलें
save = सहेजें
# After the name of a button or a field, for screen readers.
# $name the name of the person who was referred
for-person = { " " }({ $name })

## What is stored

keep-copy = एक कॉपी रखें
all-kept-here =
    इस पेज पर जो कुछ है, वह सिर्फ़ इसी ब्राउज़र में है, और कहीं नहीं। अगर कोई ब्राउज़र का साइट डेटा हटा दे तो यह खो जाता है, और
    कुछ ब्राउज़र कई हफ़्ते तक पेज न खोलने पर खुद ऐसा करते हैं। JSON फ़ाइल में सब कुछ होता है और उसे यहाँ या दूसरे ब्राउज़र में फिर से
    इंपोर्ट कर सकते हैं। CSV फ़ाइल स्प्रेडशीट के लिए सूची है।
export-json = JSON में एक्सपोर्ट करें
export-csv = CSV में एक्सपोर्ट करें
export-unreadable = जो पढ़ा नहीं गया, उसे एक्सपोर्ट करें
your-data = आपका डेटा
own-kept-here =
    आपका अकाउंट और आपके रेफ़रल सिर्फ़ इसी ब्राउज़र में हैं, और कहीं नहीं। अगर कोई ब्राउज़र का साइट डेटा हटा दे तो वे खो जाते हैं, और
    कुछ ब्राउज़र कई हफ़्ते तक पेज न खोलने पर खुद ऐसा करते हैं।
you-can = आप कॉपी एक्सपोर्ट कर सकते हैं या सब कुछ मिटा सकते हैं।
export-mine = मेरा डेटा एक्सपोर्ट करें
erase-mine = मेरा डेटा मिटाएँ
erase-title = अपना डेटा मिटाएँ
# $mobile the number
erase-lead =
    आपका अकाउंट और { $mobile } से किए गए सभी रेफ़रल, उनके पॉइंट के साथ, इस ब्राउज़र से हट जाएँगे, और एडमिन को भी नहीं
    दिखेंगे। इसके बाद उन्हें वापस नहीं लाया जा सकता।
erase-all = सब कुछ मिटाएँ
# What stays after that.
trace =
    इस ब्राउज़र में यह निशान रहता है कि यह नंबर मिटाया गया, ताकि पुरानी कॉपी इंपोर्ट करने से डेटा वापस न आए। निशान में नंबर नहीं
    होता, पर जिनके हाथ में यह डिवाइस हो, वे उसका पता लगा सकते हैं।
