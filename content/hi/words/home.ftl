### The home page. Its headline and proofs are in site.json.

# $cities the towns of the offices, such as “Chennai and Doha”
lead =
    हम आपके लिए एक डायरेक्टर से लेकर पूरी शिफ़्ट तक की भर्ती करते हैं, लोगों को ट्रेनिंग देते हैं, आपका
    सॉफ़्टवेयर बनाते और चलाते हैं, और आपके हैंगर के काम पर सलाह देते हैं। हमारे ऑफ़िस { $cities } में हैं।
our-services = हमारी सेवाएँ
get-in-touch = हमसे संपर्क करें
# On the map.
# $country the country
office = { $country } का ऑफ़िस

what-we-offer = हम क्या करते हैं
what-we-offer-lead =
    भारत में, खाड़ी देशों में या दोनों में काम करने वाली कंपनियों के लिए छह सेवाएँ। एक लें या कई एक
    साथ।

open-vacancies = उपलब्ध नौकरियाँ
all-vacancies = सभी नौकरियाँ
recent-work = हाल का काम
all-cases = सभी केस स्टडी

ready = अपना कारोबार आगे बढ़ाना चाहते हैं?
ready-lead =
    हमें बताएँ कि क्या बदलना है, कहाँ और कब तक। हम कुछ सवाल पूछेंगे, फिर काम का दायरा और कीमत लिखकर
    भेजेंगे।
contact-us-today = आज ही संपर्क करें
