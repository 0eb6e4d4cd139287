### The search, and the page that is shown without a connection.

title = खोज
# For search engines.
# $company the company's name
description =
    { $company } की सेवाएँ, लेख और पेज खोजें, या उन सबकी सूची में से चुनें।
lead = हमारी सेवाएँ, लेख और पेज खोजें, या सूची में से चुनें।
looking-for = आप क्या खोज रहे हैं?
failed = खोज लोड नहीं हो सकी। अपना कनेक्शन जाँचें और फिर से कोशिश करें।
results = नतीजे
# $query what was searched
nothing-found = “{ $query }” के लिए कुछ नहीं मिला। कोई छोटा या दूसरा शब्द आज़माएँ।
# $query what was searched
found =
    { $count ->
        [one] “{ $query }” के लिए { $count } पेज मिला।
       *[other] “{ $query }” के लिए { $count } पेज मिले।
    }

all-pages = सभी पेज
services = सेवाएँ
articles = लेख
about-us = हमारे बारे में

offline = यह पेज नहीं खुल सका
offline-description = यह आपके डिवाइस पर मौजूद नहीं है, और हमारी वेबसाइट से संपर्क नहीं हो पा रहा।
offline-lead =
    यह आपके डिवाइस पर मौजूद नहीं है, और हमारी वेबसाइट से संपर्क नहीं हो पा रहा। अपना कनेक्शन जाँचें और
    फिर से कोशिश करें। नीचे और मेन्यू में दिए गए हिन्दी पेज बिना कनेक्शन के भी खुलते हैं।
try-again = फिर से कोशिश करें
