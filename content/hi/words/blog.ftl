### The list of posts, and the page of each.

title = ब्लॉग
# For search engines.
# $company the company's name
description =
    भर्ती, ट्रेनिंग, प्रोजेक्ट और विमान रखरखाव पर { $company } की काम आने वाली योजनाएँ, तरीके और
    चेकलिस्ट।
lead = काम की गाइड: योजनाएँ, तरीके और चेकलिस्ट। इन्हें हमारे साथ इस्तेमाल करें या हमारे बिना।
none = अभी कोई ब्लॉग पोस्ट नहीं है
none-lead = कुछ समय बाद फिर देखें: हमारी पहली पोस्ट यहीं आएगी।
# $minutes (number) how long it takes to read
min-read = पढ़ने में { $minutes } मिनट
read-more = और पढ़ें

back-to-the-blog = ब्लॉग पर वापस जाएँ
in-this-post = इस पोस्ट में
# $write (element) the link “Write to us”
any-questions = इस पोस्ट के बारे में कोई सवाल है? { $write }।
write-to-us = हमें लिखें
tags = टैग:
read-next = आगे पढ़ें

not-found = पोस्ट नहीं मिली
not-found-description = इस पते पर कोई ब्लॉग पोस्ट नहीं है।
not-found-lead = माफ़ करें, आप जो ब्लॉग पोस्ट खोज रहे हैं, वह मौजूद नहीं है।
back-to-blog = ब्लॉग पर वापस
latest = नई पोस्ट
