### What the rules and the server say. The English stands beside the codes: crates/domain/src/rejection.rs and notice.rs,
### crates/api/src/rejection.rs and done.rs. A toast that several codes share stands under the first of them.

error = गलती

# The services that have no page of their own.
service-training = ट्रेनिंग
service-royalty-card = Royalty Card
service-loyalty-card = Loyalty Card
service-others = अन्य
about = विषय:{ " " }

## The mobile number and the code

mobile-missing = अपना मोबाइल नंबर लिखें।
mobile-missing-toast = सही मोबाइल नंबर लिखें।
mobile-not-digits = सिर्फ़ अंक लिखें, बिना स्पेस, डैश या प्लस के निशान के।
mobile-too-short = यह छोटा है: मोबाइल नंबर में 10 से 15 अंक होते हैं।
mobile-too-long = यह लंबा है: मोबाइल नंबर में 10 से 15 अंक होते हैं।
wrong-code = यह वह कोड नहीं है जो हमने भेजा था। जाँचकर दोबारा लिखें।
wrong-code-toast = OTP गलत है।
already-registered = इस नंबर का अकाउंट पहले से है। “लॉग इन” चुनें।
already-registered-toast = यह मोबाइल नंबर पहले से दर्ज है। लॉग इन करें।
not-registered = इस नंबर का अभी कोई अकाउंट नहीं है। “साइन अप” चुनें।
not-registered-toast = यह मोबाइल नंबर दर्ज नहीं है। साइन अप करें।

## The referral

referrer-name-missing = अपना नाम लिखें।
referrer-name-missing-toast = रेफ़रल के सभी ज़रूरी खाने भरें।
referrer-phone-missing = अपना फ़ोन नंबर लिखें।
referred-name-missing = जिन्हें रेफ़र कर रहे हैं, उनका नाम लिखें।
referred-phone-missing = उनका फ़ोन नंबर लिखें।
service-missing = सेवा चुनें।
service-unknown = सूची में से सेवा चुनें।

## The points

points-missing = पूरी संख्या लिखें, 0 या उससे ज़्यादा।
points-missing-toast = सही पॉइंट लिखें।
points-not-whole = सिर्फ़ अंक लिखें: पूरी संख्या, 0 या उससे ज़्यादा।
points-too-many = एक रेफ़रल में 9007199254740991 से ज़्यादा पॉइंट नहीं हो सकते।
not-admin = यह सिर्फ़ एडमिन कर सकते हैं।
not-logged-in = आपके नंबर से जो सहेजा गया है, उसे देखने-बदलने के लिए पहले लॉग इन करें।

## Exports, and what is stored

not-an-export = यह फ़ाइल रेफ़रल प्रोग्राम का एक्सपोर्ट नहीं है या खराब है। “JSON में एक्सपोर्ट करें” से मिली फ़ाइल चुनें।
export-unknown = यह फ़ाइल इस वेबसाइट के दूसरे वर्शन की है। पेज दोबारा लोड करें, फिर कोशिश करें।
import-too-large = यह फ़ाइल इतनी बड़ी है कि ब्राउज़र में नहीं सहेजी जा सकती। 16 MB तक की फ़ाइल चुनें।
referral-gone = यह रेफ़रल अब इस ब्राउज़र में सहेजा हुआ नहीं है।
referral-sealed = इस रिकॉर्ड पर आखिरी संभव तारीख है, इसलिए इसे बदला नहीं जा सकता।
referral-sealed-toast = यह रेफ़रल बदला नहीं जा सकता।
quarantine-full =
    कुछ नहीं सहेजा गया: बहुत से सहेजे हुए रिकॉर्ड पढ़े नहीं जा सके और सहेजने से वे खो जाते। आपने जो लिखा, वह अब भी यहाँ है।
    एडमिन सब कुछ एक्सपोर्ट करके, साइट का डेटा हटाकर, फ़ाइल दोबारा इंपोर्ट कर सकते हैं।
storage-full =
    कुछ नहीं सहेजा गया, क्योंकि इस ब्राउज़र में वेबसाइट के लिए जगह नहीं बची। आपने जो लिखा, वह अब भी यहाँ है। ब्राउज़र में
    कुछ साइट डेटा हटाएँ, फिर कोशिश करें।
storage-failed =
    कुछ नहीं सहेजा गया, क्योंकि इस ब्राउज़र ने सहेजने नहीं दिया। आपने जो लिखा, वह अब भी यहाँ है। दोबारा कोशिश करें या
    दूसरा ब्राउज़र इस्तेमाल करें।
storage-blocked =
    यह ब्राउज़र वेबसाइट को कुछ भी सहेजने नहीं देता। आप आगे बढ़ सकते हैं, पर यह पेज बंद करते ही आपका लॉग इन और
    रेफ़रल खो जाएँगे।
rules-unavailable = इस पेज का एक हिस्सा लोड नहीं हो सका। आपने जो लिखा, वह अब भी यहाँ है। कनेक्शन जाँचें और दोबारा कोशिश करें।
unreadable =
    सहेजी हुई कुछ चीज़ें पढ़ी नहीं जा सकीं। वे जैसी हैं वैसी रखी जाती हैं, पर सूची में नहीं आतीं। हर बार पेज खुलने पर फिर
    कोशिश होती है और एडमिन उन्हें एक्सपोर्ट कर सकते हैं।
unreadable-title = कुछ चीज़ें पढ़ी नहीं जा सकीं

## The contact form

contact-name-missing = अपना नाम लिखें।
contact-email-missing = अपना ईमेल पता लिखें।
contact-email-invalid = ईमेल पता ऐसे लिखें: name@example.com
contact-subject-missing = विषय लिखें।
contact-message-missing = अपना मैसेज लिखें।
message-sent-title = मैसेज भेज दिया गया!
message-sent = हमसे संपर्क करने के लिए धन्यवाद। हम जल्द ही जवाब देंगे।
not-sent = अभी कुछ नहीं भेजा गया है।

## What was done

code-sent-title = OTP भेजा गया (डेमो)
code-sent = { $mobile } पर OTP भेजा गया। आगे बढ़ने के लिए { $code } लिखें।
signed-up-title = साइन अप हो गया!
signed-up = अब आप लॉग इन हैं।
logged-in-title = लॉग इन हो गया!
logged-in = आपका फिर से स्वागत है!
referral-submitted-title = रेफ़रल भेज दिया गया!
referral-submitted = आपने { $name } को रेफ़र कर दिया।
points-assigned-title = हो गया
points-assigned = पॉइंट सहेज लिए गए।
erased-title = आपका डेटा मिटा दिया गया
erased = आपका अकाउंट और आपके रेफ़रल अब इस ब्राउज़र में नहीं हैं।

## What only a server says

too-long = इसे छोटा करके { $max } अक्षर या उससे कम रखें।
code-expired = यह कोड पुराना हो गया है। नया कोड माँगें।
country-code-missing = देश का कोड भी लिखें, जैसे +91 98765 43210 या +974 5555 1234।
too-many-codes = हम इस नंबर पर कई कोड भेज चुके हैं। सबसे नया कोड लिखें, या दूसरा माँगने से पहले थोड़ा रुकें।
too-many-wrong-codes =
    आज इस नंबर के लिए बहुत से गलत कोड लिखे गए। ऐसे डिवाइस से लॉग इन करें जिससे पहले किया हो, या
    कल कोशिश करें।
sending-paused = हम अभी कोड नहीं भेज सकते। बाद में कोशिश करें।
sending-failed = हम कोड नहीं भेज सके। नंबर जाँचें और एक मिनट बाद कोशिश करें।
proof-required = आपके डिवाइस ने एक छोटी सुरक्षा जाँच पूरी नहीं की। दोबारा कोशिश करें।
codes-used-up = आज हम इस नंबर पर कई कोड भेज चुके हैं। कल कोशिश करें या हमें लिखें।
page-ended =
    यह लिंक काम नहीं करता। हो सकता है कि यह बहुत पुराना हो, इसकी जगह दूसरा बन चुका हो, या इसका डेटा मिटा दिया
    गया हो। कुछ पूछना हो, या आप कॉल न चाहते हों, तो हमें लिखें।
page-stale = आपके खोलने के बाद यह पेज बदल गया है। इसे फिर पढ़ें, फिर जवाब दें।
name-has-number = नाम लिखें, फ़ोन नंबर नहीं।
name-has-address = नाम में वेबसाइट या ईमेल का पता न लिखें। बिंदु के बाद स्पेस दें।
agreement-missing = इसे पढ़ें और बॉक्स में टिक लगाएँ। इसके बिना हम आपको कॉल नहीं कर सकते।
session-ended-title = लॉग आउट हो गया
session-ended = आपका लॉग इन खत्म हो गया है। आपने जो लिखा, वह रखा हुआ है: आगे बढ़ने के लिए फिर लॉग इन करें।
session-changed-title = दूसरा लॉग इन
session-changed =
    यहाँ अब किसी और ने लॉग इन किया है, इसलिए कुछ नहीं किया गया। आपने जो लिखा, वह रखा हुआ है: देखें कि लॉग इन
    किसका है, फिर आगे बढ़ें।
referral-stale = आपके खोलने के बाद किसी और ने यह रेफ़रल बदला है। इसे देखकर फिर सहेजें।
key-reused = यह पहले दूसरी जानकारी के साथ भेजा जा चुका है। पेज दोबारा लोड करें।
text-too-long = आपकी लिखी कोई चीज़ बहुत लंबी है। उसे छोटा करें।
bad-request = वेबसाइट यह अनुरोध नहीं समझ सकी। पेज दोबारा लोड करें।
cross-site = यह अनुरोध किसी दूसरी वेबसाइट से आया, इसलिए नहीं माना गया।
too-many-requests = बहुत बार कोशिश हुई। थोड़ा रुककर फिर कोशिश करें।
allowance-used =
    आपके अकाउंट या नेटवर्क की आज की सीमा पूरी हो गई है, इसलिए यह नहीं भेजा गया। आपने जो लिखा, वह अब भी यहाँ है: कल
    कोशिश करें।
unavailable =
    वेबसाइट से अभी संपर्क नहीं हो पा रहा है। कुछ नहीं सहेजा गया, और आपने जो लिखा, वह अब भी यहाँ है। थोड़ी देर में फिर
    कोशिश करें।
outcome-unknown =
    वेबसाइट ने समय पर जवाब नहीं दिया, इसलिए हमें नहीं पता कि यह सहेजा गया या नहीं। आपने जो लिखा, वह अब भी यहाँ है।
    थोड़ी देर में फिर कोशिश करें।
redemption-gone = यह अनुरोध यहाँ नहीं है। पेज दोबारा लोड करें।
leaderboard-off = सबसे ज़्यादा पॉइंट वालों की सूची अभी नहीं है।

## The pages that are shared, where somebody types about themselves

own-referred-name-missing = अपना नाम लिखें।
own-referred-phone-missing = अपना फ़ोन नंबर लिखें।
own-mobile-missing = अपना फ़ोन नंबर लिखें।
own-self-referral = यह लिंक आपका ही है। इसे किसी और को भेजें।
consent-settled =
    यह रेफ़रल बंद है, इसलिए हम इसके बारे में कॉल नहीं करेंगे। आप अब भी कह सकते हैं कि हम आपसे कभी संपर्क न करें, या जो
    हमारे पास है, उसे हटा दें।
service-not-offered = यह सेवा हम अभी नहीं दे रहे हैं। कोई दूसरी चुनें।
history-full = इस रेफ़रल में बहुत बार बदलाव हो चुके हैं, इसलिए इसमें और कुछ नहीं जोड़ा जा सकता।
control-characters =
    आपके लिखे में ऐसे छिपे चिह्न हैं जो सहेजे नहीं जा सकते। पेस्ट करने के बजाय उसे खुद लिखें और दोबारा कोशिश करें।
answer-unknown = कोई एक जवाब चुनें।
page-code-sent-title = कोड भेजा गया
page-code-sent = हमने { $number } पर एक कोड भेजा है।
go-back = ब्राउज़र में पीछे जाएँ: आपने जो लिखा, वह अब भी वहाँ है।
try-again-in = { $seconds } सेकंड बाद दोबारा कोशिश करें।
form-submitted = आपका रेफ़रल भेज दिया गया है।

## How far a referral is: the name of its stage, and the sentence that the referrer reads

public-received = मिल गया
public-contacted = संपर्क हुआ
public-qualified = तैयारी में
public-in-progress = काम जारी
public-successful = सफल
public-declined = बंद
public-withdrawn = वापस लिया गया
public-other = देखा जा रहा है
progress-received = हमें आपका रेफ़रल मिल गया है। हम उनसे जल्द संपर्क करेंगे।
progress-contacted = हमारी उनसे बात हुई है।
progress-qualified = हम मदद कर सकते हैं, और अगले कदम की तैयारी कर रहे हैं।
progress-in-progress = हम उनके साथ काम कर रहे हैं।
progress-successful = रेफ़रल सफल रहा। धन्यवाद!
progress-declined = हम इस रेफ़रल को आगे नहीं बढ़ा सके।
progress-withdrawn = रेफ़रल वापस लिया गया।
progress-other = हम इसे देख रहे हैं।
reason-not-interested = अभी उनकी दिलचस्पी नहीं है।
reason-no-answer = उनसे बात नहीं हो पाई।
reason-chose-another = उन्होंने किसी और को चुना है।
reason-terms = शर्तों पर बात नहीं बनी।
reason-no-opening = अभी हमारे पास उनके लायक कुछ नहीं है।
reason-outside-offer = उन्हें जो चाहिए, वह हमारी सेवाओं में नहीं है।
reason-not-qualified = इस बार मेल नहीं बैठा।
reason-contact-invalid = संपर्क की जानकारी सही नहीं निकली।

## What members meet on a server alone

referral-gone-here = यह रेफ़रल अब यहाँ नहीं है: किसी ने इसे मिटा दिया है।
not-allowed = आपकी भूमिका में इसकी इजाज़त नहीं है।
stage-closed = यह रेफ़रल बंद है। पहले इसे फिर से खोलना होगा।
too-late = यहाँ इसे बदलने का समय निकल चुका है। हमसे संपर्क करें।
self-referral = यह आपका अपना नंबर है। जिन्हें रेफ़र कर रहे हैं, उनका नंबर लिखें।
event-gone = हटाने के लिए कोई बदलाव नहीं है: वह पहले ही हटाया जा चुका है, या यहाँ नहीं है।
undone-too-often = यह बदलाव बहुत बार हटाया जा चुका है। बदलना हो, तो हमसे संपर्क करें।
answer-stays = जो उन्होंने खुद कहा है, उसे कोई और नहीं हटा सकता। वे खुद कुछ और कह सकते हैं।
offer-gone = यह अभी नहीं मिल रहा है। कुछ और चुनें।
offer-changed-since = इसके पॉइंट या इसकी कीमत बदल गई है। इसे बंद करें, इनाम दोबारा देखें और फिर से चुनें।
offer-used-up = अब यह एक भी नहीं बचा। कुछ और चुनें।
points-too-few = आपके पास इसके लिए काफ़ी पॉइंट नहीं हैं। होल्ड पर रखे पॉइंट अभी नहीं गिने जाते।
reference-too-long = इसे छोटा करके 200 अक्षर या उससे कम रखें।
reference-bank =
    यह बैंक खाते की जानकारी लगती है, जो हम नहीं रखते। ज़्यादा से ज़्यादा 8 अंकों का पेरोल नंबर लिखें, या वाउचर का पता जो https:// से शुरू हो।
request-moved = यह अनुरोध अब उस चरण में नहीं है। देखें कि कहाँ तक पहुँचा है, फिर कोशिश करें।
second-factor-missing = ऑथेंटिकेटर ऐप के कोड से पुष्टि करें कि यह आप ही हैं।
second-factor-stale = अभी कुछ नहीं हुआ है। ऑथेंटिकेटर ऐप के कोड से एक बार फिर पुष्टि करें कि यह आप ही हैं।
second-factor-wrong =
    यह न तो ऑथेंटिकेटर ऐप का इस समय का कोड है, न ऐसा रिकवरी कोड जो अभी इस्तेमाल न हुआ हो। ऐप के अगले कोड का इंतज़ार करें और दोबारा कोशिश करें।
second-factor-paused = बहुत से गलत कोड लिखे गए। कुछ मिनट रुककर फिर कोशिश करें।
second-factor-used-up = आज बहुत से गलत कोड लिखे गए। पासकी या रिकवरी कोड इस्तेमाल करें, या कल फिर कोशिश करें।
last-owner = आखिरी ओनर नहीं हट सकते। पहले किसी और को ओनर बनाएँ, और वे एक बार लॉग इन कर लें।
corrected-name = नाम
corrected-phone = फ़ोन
corrected-service = सेवा
corrected-notes = टिप्पणी

## What was done on a server, and what pages say while it cannot be reached

otp-sent-title = OTP भेजा गया
otp-sent = { $number } पर OTP भेजा गया। आगे बढ़ने के लिए उसे लिखें।
checking-title = जाँच हो रही है…
checking = पहले एक छोटी सुरक्षा जाँच होती है, फिर आपका कोड आएगा।
confirmed-title = पुष्टि हो गई
confirmed = आप आगे बढ़ सकते हैं।
withdrawn-title = रेफ़रल वापस ले लिया गया
withdrawn = अब यह बंद है।
corrected-title = सुधार सहेज लिया गया
corrected = आपने पहले जो भेजा था, वह भी रिकॉर्ड में है।
undone-title = बदलाव हटा दिया गया
undone = वह बदलाव इतिहास में दिखता रहेगा।
says-who-title = सहेज लिया गया
says-who = हम उन्हें बता सकते हैं कि आपने उन्हें रेफ़र किया है।
says-not-who-title = सहेज लिया गया
says-not-who = हम उन्हें नहीं बताएँगे कि किसने रेफ़र किया।
page-made-title = उनका पेज तैयार है
page-made = उन्हें इसका लिंक भेजें। यह लिंक सिर्फ़ अभी दिखेगा।
name-saved-title = नाम सहेज लिया गया
name-saved = आपके अगले रेफ़रल इसी नाम से होंगे।
notifications-saved-title = सहेज लिया गया
notifications-saved = अब से हम आपको इसी तरह सूचना देंगे।
redemption-requested-title = अनुरोध भेज दिया गया
redemption-requested = हम इसे जल्द देखेंगे। हर चरण आपको यहाँ दिखेगा।
redemption-cancelled-title = अनुरोध वापस ले लिया गया
redemption-cancelled = पॉइंट आपको वापस मिल गए हैं।
reference-saved-title = जानकारी सहेज ली गई
reference-saved = जो भुगतान करेंगे, उन्हें यह दिखेगी।
leader-name-saved-title = नाम सहेज लिया गया
leader-name-saved = पहले दस में आते ही यह नाम सूची में दिखेगा।
leader-name-removed-title = आप सूची से हट गए हैं
leader-name-removed = आपका चुना हुआ नाम अब हमारे पास नहीं है।
link-made-title = लिंक बन गया
link-made = अब सिर्फ़ यही लिंक काम करता है। इसे उनके साथ शेयर करें जिन्हें हमारी ज़रूरत हो सकती है।
link-saved-title = सहेज लिया गया
link-saved = अब से लिंक खोलने वालों को ऐसा ही दिखेगा।
account-erased-title = आपका डेटा मिटा दिया गया
account-erased = आपका अकाउंट और आपके नंबर के बारे में दर्ज सब कुछ हटा दिया गया है।
out-of-date-title = कनेक्शन नहीं है
out-of-date = जो दिख रहा है, वह पुराना हो सकता है। वेबसाइट से संपर्क होते ही हम इसे अपडेट करेंगे।
change-unknown-title = अभी पता नहीं
change-unknown = हमें नहीं पता कि आपका पिछला बदलाव सहेजा गया या नहीं। वेबसाइट से संपर्क होते ही हम देखेंगे और यहाँ बताएँगे।
saved-for-later-title = रेफ़रल बाद के लिए रख लिया गया
saved-for-later = वेबसाइट से अभी संपर्क नहीं हो पा रहा है। रेफ़रल इसी डिवाइस पर रखा है और कनेक्शन मिलते ही भेज दिया जाएगा।
sent-after-all-title = रेफ़रल भेज दिया गया!
sent-after-all = इस डिवाइस पर जो रुका हुआ था, वह भेज दिया गया।
still-waiting = वेबसाइट से अब भी संपर्क नहीं हो पा रहा है। आपके रुके हुए रेफ़रल इसी डिवाइस पर रखे हैं।

## Where a request for a reward stands

request-label-requested = भेजा गया
request-label-approved = मंज़ूर
request-label-batched = भुगतान जारी
request-label-paid = भुगतान हो गया
request-label-failed = भुगतान नहीं हो पाया
request-label-declined = मंज़ूर नहीं हुआ
request-label-cancelled = वापस लिया गया
request-label-reference = भुगतान की जानकारी बदली गई
