### The pages that only a server shows: the one behind a link that somebody shares, and the one of a person who was
### referred. What they say about mistakes stands beside the codes.

# The name of the ways to the same page in other languages, for screen readers.
languages = भाषाएँ
code = कोड
code-hint = वे अंक जो हमने आपको अभी SMS से भेजे हैं। वे पाँच मिनट तक काम करते हैं।
code-title = कोड लिखें
send-again = कोड दोबारा भेजें
privacy = निजता सूचना

## Behind a link: what somebody types

link-title = बताएँ कि आपको क्या चाहिए
# What a link preview shows, as for each of these pages.
link-description = अपना नाम और नंबर लिखें। आप जो सेवा चुनेंगे, हम उसके बारे में आपको कॉल करेंगे।
# $name (element) who shares the link
# $company the company's name
recommends = { $name } ने आपको हमारा, यानी { $company } का, नाम सुझाया है।
# $company the company's name
link-lead =
    अपना ही नाम और नंबर लिखें और एक सेवा चुनें। फिर हम, { $company }, आपको कॉल करेंगे। अगर यह लिंक अब भी चालू
    है, तो जिन्होंने इसे शेयर किया, उन्हें आपका नाम, आपकी चुनी सेवा और यह दिखेगा कि आगे क्या हुआ, लेकिन आपका
    नंबर और आपकी लिखी बाकी बातें नहीं। उन्हें पॉइंट मिल सकते हैं।
your-name = आपका नाम
your-phone = आपका फ़ोन नंबर
your-phone-hint = हम इस पर एक कोड भेजते हैं। आपका अनुरोध हमें तभी मिलता है जब आप अगले पेज पर वह कोड लिख दें।
service = सेवा
select-service = सेवा चुनें
opening = नौकरी या कोर्स
additional-notes = और कुछ बताना हो तो
# Beside a box, below the text that is agreed to.
agree = मैं इससे सहमत हूँ।
send-code = मुझे कोड भेजें
send-request = मेरा अनुरोध भेजें
change-typed = जो लिखा है, उसे बदलें

## Behind a link: for whoever has asked never to be contacted

asked-never-title = आपने कहा था कि हम आपसे कभी संपर्क न करें
asked-never =
    यह आपने इसी नंबर के लिए कहा था। इसलिए हम आपको कॉल नहीं करेंगे, और आपने जो लिखा, उसमें से हमने कुछ भी नहीं
    रखा है। यह बात किसी और को पता नहीं चलती, लिंक शेयर करने वाले को भी नहीं।
asked-never-right = अगर आप अब भी यही चाहते हैं, तो यह पेज बंद कर दें।
changed-mind = अगर आपका मन बदल गया है
take-back =
    आप अपनी यह बात वापस ले सकते हैं। तब आपने जो लिखा है, हम उसके बारे में आपको कॉल करेंगे, और दूसरे लोग आपको
    फिर से रेफ़र कर सकेंगे। जो रेफ़रल हम पहले बंद कर चुके हैं, वे बंद ही रहेंगे।
taken-back = मेरी वह बात अब लागू नहीं: मुझे कॉल करें

## Behind a link: the end

request-title = आपका अनुरोध हमें मिल गया
request-thanks = धन्यवाद। आपने जो सेवा चुनी है, हम उसके बारे में आपको कॉल करेंगे।
# $write (element) a link with the words below
request-change =
    आप किसी भी समय अपना मन बदल सकते हैं। जब हम कॉल करें, तब बता दें, या { $write }: हम कॉल करना बंद कर देंगे,
    बताएँगे कि आपके बारे में हमारे पास क्या जानकारी है, या उसे हटा देंगे।
# In the middle of a sentence.
write-to-us = हमें लिखें

## The page about a person: where it is opened

entrance-title = आपकी जानकारी वाला पेज
person-description = आपके बारे में हमारे पास क्या जानकारी है, और क्या हम आपको कॉल कर सकते हैं।
# $write (element) a link with the words above
entrance-lead =
    किसी ने सुझाया है कि हम आपको कॉल करें, और आपको एक लिंक भेजा है। उसे यहाँ पेस्ट करें और देखें कि आपके बारे
    में हमारे पास क्या जानकारी है। फिर बताएँ कि हम कॉल करें या नहीं। आप चाहें तो { $write }।
link-sent = आपको भेजा गया लिंक
open-page = पेज खोलें

## The page about a person: what is stored

person-title = क्या हम आपको कॉल कर सकते हैं?
# $name (element) who referred them
# $company the company's name
suggested = { $name } ने सुझाया है कि हम, { $company }, आपको कॉल करें।
# $company the company's name
suggested-nameless = आपकी पहचान के किसी व्यक्ति ने सुझाया है कि हम, { $company }, आपको कॉल करें।
said-yes = आपने कहा है कि हम आपको कॉल कर सकते हैं। आप यह सहमति यहाँ, या हमें लिखकर, वापस ले सकते हैं।
unanswered = आपने अभी तक जवाब नहीं दिया है।
# After the sentence before.
may-call = आप कुछ न करें, तो भी हम आपको कॉल कर सकते हैं।
closed = यह रेफ़रल बंद है: अब हम इसके बारे में कॉल नहीं करेंगे।
told = हमें क्या बताया गया
fact-name = आपका नाम
fact-number = आपका नंबर
fact-service = बात किस बारे में है
fact-notes = इसके बारे में क्या लिखा गया
fact-since = यह हमें कब बताया गया
who-sees =
    जिन्होंने आपका नाम सुझाया, उन्हें पॉइंट मिल सकते हैं और उन्हें दिखता है कि आपने सहमति दी है या नहीं। आप
    “नहीं” कहें, तो उन्हें बस इतना दिखता है कि रेफ़रल बंद है, और आप जो हटवा दें, वह उनकी सूची से भी हट जाता
    है। जिनके पास इस पेज का लिंक है, वे इसे पढ़ सकते हैं, इसलिए हम जाँचते हैं कि जवाब कौन दे रहा है: इनमें से
    कोई भी बटन दबाने पर हम आपके नंबर पर एक कोड भेजते हैं, और जब तक आप वह कोड न लिखें, कुछ नहीं बदलता।

## The page about a person: their answers

yes-title = हाँ, मुझे कॉल करें
yes = आप मुझे कॉल कर सकते हैं
yes-text = “हाँ” कहने पर आप इस पर सहमति देते हैं:
when = कौन-सा समय ठीक रहेगा?
language = किस भाषा में?
replaces = अब आप यहाँ जो लिखेंगे, वही माना जाएगा, पहले बताई बात नहीं।
no-title = नहीं, इस बारे में नहीं
no = इस बारे में मुझे कॉल न करें
no-text =
    हम यह रेफ़रल बंद कर देते हैं और इसके बारे में आपको कॉल नहीं करते। आपकी जो जानकारी हमारे पास है, वह तब तक
    रहती है जब तक आप उसे हटवा न दें।
after-all = फिर भी चाहते हैं कि हम कॉल करें?
# $ask (element) a link with the words below
after-all-ask = { $ask }: पहले लिखें कि बात किस बारे में है, फिर वह कोड लिखें जो हम आपके नंबर पर भेजेंगे।
# At the beginning of a sentence.
ask-us = हमसे कॉल करने को कहें
never = मुझसे कभी संपर्क न करें
never-text =
    हम आपके नंबर का हर रेफ़रल बंद कर देते हैं, अभी और आगे भी, और किसी भी रेफ़रल के बारे में आपको कॉल नहीं
    करते। यह बात सिर्फ़ आप वापस ले सकते हैं, हमसे कॉल करने को कहकर। आपका नंबर पहचानने के लिए हम उससे बना एक
    निशान रखते हैं, जिसका मिलान सिर्फ़ हमारा सर्वर कर सकता है।
delete-data = मेरा डेटा हटा दें
delete-text =
    दूसरों ने आपके बारे में हमें जो बताया, उसे हम हटा देते हैं, और यह लिंक बंद हो जाता है। हटाया हुआ डेटा वापस
    नहीं लाया जा सकता। आपका अपना अकाउंट हो, तो वह रहता है, और आपके नंबर से बना एक निशान भी, ताकि किसी पुरानी
    कॉपी से आपका डेटा वापस न आ जाए। अगर आप चाहते हैं कि कोई आपको फिर रेफ़र करे, तब भी हम कॉल न करें, तो डेटा
    हटाने से पहले “मुझसे कभी संपर्क न करें” दबाएँ।
questions = कोई सवाल है, या यह नंबर अब आपका नहीं है? हमें लिखें
# $answer (element) one of the answers below
your-answer = आपका जवाब: { $answer }
answer-yes = आप मुझे कॉल कर सकते हैं।
answer-no = इस बारे में मुझे कॉल न करें।
answer-never = मुझसे कभी संपर्क न करें।
answer-delete = मेरा डेटा हटा दें।
confirm = मेरा जवाब पक्का करें
back = कुछ बदले बिना वापस जाएँ

## The page about a person: the ends

agreed-title = हम आपको कॉल करेंगे
agreed = धन्यवाद। आपने कहा है कि हम इस बारे में आपको कॉल कर सकते हैं।
agreed-change = समय या भाषा बदलनी हो, या अपनी सहमति वापस लेनी हो, तो आपको भेजा गया लिंक फिर से खोलें।
refused-title = हम इस बारे में आपको कॉल नहीं करेंगे
refused =
    हमने इसे बंद कर दिया है। आपकी जो जानकारी हमारे पास है, वह तब तक रहती है जब तक आप उसे हटवा न दें: इसके लिए
    आपको भेजा गया लिंक फिर से खोलें।
# $ask (element) a link with the words above
refused-after-all = फिर भी चाहते हैं कि हम कॉल करें? { $ask }।
never-title = हम आपसे संपर्क नहीं करेंगे
never-done =
    हमने आपके नंबर के सारे रेफ़रल बंद कर दिए हैं, और हर नया रेफ़रल भी बंद कर देंगे। आपके लिंक वाला पेज बस इतना
    बताता है कि रेफ़रल बंद है, ताकि किसी और को इसकी वजह पता न चले।
never-delete = अपना डेटा भी हटवाना हो, तो आपको भेजा गया लिंक फिर से खोलें।
# $ask (element) a link with the words below
never-change = मन बदल जाए, तो { $ask }: वहाँ आप अपने नंबर पर आए कोड से यह बात वापस ले सकते हैं।
# In the middle of a sentence.
ask-us-within = हमसे कॉल करने को कहें
deleted-title = हटा दिया गया
deleted = दूसरों ने आपके बारे में हमें जो बताया था, वह हटा दिया गया है।
# $link (element) a link with the words below
deleted-account = आपका अपना अकाउंट अब भी यहाँ है: { $link }।
log-in-to-delete = उसे मिटाने के लिए लॉग इन करें
deleted-mark =
    हम आपके नंबर से बना एक निशान रखते हैं, ताकि किसी पुरानी कॉपी से आपका डेटा वापस न आ जाए। इसका मिलान सिर्फ़
    हमारा सर्वर कर सकता है।
