### The list of vacancies, the page of each, and how they are named elsewhere.

title = नौकरियाँ
# For search engines.
# $company the company's name
description =
    भारत और खाड़ी देशों के वे पद जिनके लिए { $company } भर्ती करती है: जगह, वेतन और आखिरी तारीख के साथ।
    उम्मीदवार को कुछ नहीं देना पड़ता।
lead =
    वे पद जिनके लिए हम भर्ती करते हैं। उम्मीदवार को कुछ नहीं देना पड़ता: हमारी फ़ीस नियोक्ता देता है। कोई
    पद आपके लिए न हो, तो किसी ऐसे व्यक्ति को रेफ़र करें जिसके लिए वह ठीक रहे।
# $place the town
# $country the country
town = { $place }, { $country }
# $date (element) the last day on which it is open
closes-on = आखिरी तारीख: { $date }
none = इस समय कोई पद खाली नहीं है। हमें बताएँ कि आप क्या काम करते हैं और कहाँ काम करना चाहते हैं।
write-to-us = हमें लिखें

all-vacancies = सभी नौकरियाँ
place = जगह
kind = नौकरी का प्रकार
pay = वेतन
posted = विज्ञापन की तारीख
closes = आखिरी तारीख
how-to-apply = आवेदन कैसे करें
apply = आवेदन करें
# The subject of a message.
# $title (plain) the title of the vacancy
application = आवेदन: { $title }
# The subject of a message by somebody for whom no vacancy is open.
looking-for-work = काम की तलाश
refer = इसके लिए किसी को रेफ़र करें

# $title the title of the vacancy
closed-title = बंद: { $title }
closed = इस नौकरी के लिए आवेदन बंद हैं
closed-description = इस नौकरी के लिए आवेदन बंद हैं।
# $title (element) the title of the vacancy
closed-lead =
    { $title }: इस नौकरी के लिए आवेदन अब बंद हैं। हमें बताएँ कि आप क्या काम करते हैं और कहाँ काम करना
    चाहते हैं। आपके लायक कोई पद आया, तो हम बताएँगे।
open-vacancies = उपलब्ध नौकरियाँ

# The kinds of employment.
kind-of =
    { $kind ->
        [full-time] फ़ुल-टाइम
        [part-time] पार्ट-टाइम
        [contract] कॉन्ट्रैक्ट
        [temporary] अस्थायी
       *[internship] इंटर्नशिप
    }
