### The list of courses, and the page of each.

title = कोर्स
# For search engines.
# $company the company's name
description =
    सबके लिए खुले { $company } के कोर्स: किस चीज़ का अभ्यास होता है, कहाँ और कब, कितने लोग हिस्सा ले
    सकते हैं और कीमत क्या है।
lead = सबके लिए खुले कोर्स, तारीख और कीमत के साथ। हर कोर्स हम आपके यहाँ आकर भी कराते हैं।
next-on-request = अगली तारीख पूछने पर

all-courses = सभी कोर्स
dates = तारीखें
place = जगह
seats = सीटें
price = कीमत
no-date = अगली तारीख अभी तय नहीं है: हमसे पूछें
# $starts (element) the first day
# $ends (element) the last day
from-to = { $starts } से { $ends } तक
take-part = हिस्सा लें
ask = इस कोर्स के बारे में पूछें
# The subject of a message.
# $title (plain) the title of the course
course = कोर्स: { $title }
refer = इसके लिए किसी को रेफ़र करें
next =
    हमें बताएँ कि कितने लोग हिस्सा लेंगे और कौन-सी तारीख आपके लिए ठीक है। हम जवाब में खाली सीटें, कोर्स की
    रूपरेखा और इनवॉइस की जानकारी भेजते हैं।
