### The page of all services, and the page of each.

title = सेवाएँ
# For search engines.
# $company the company's name
# $services the services' titles, with commas
description =
    { $company } भारत और खाड़ी देशों की कंपनियों के लिए क्या करती है: { $services }। हर सेवा में क्या
    शामिल है, और आगे क्या होता है।
lead = छह सेवाएँ: हर सेवा किसके लिए है, हम कैसे काम करते हैं और आपको क्या मिलता है।
# The name of the list of links to them, for screen readers.
on-this-page = इस पेज की सेवाएँ
# $title the title of a service
more-about = { $title } के बारे में और जानें
what-it-covers = इसमें क्या शामिल है
what-to-tell = हमें क्या बताएँ
discuss = अपने प्रोजेक्ट पर बात करें
# For screen readers.
# $title the title of a service
discuss-about = अपने प्रोजेक्ट पर बात करें: { $title }

all-services = सभी सेवाएँ
# $title the title of a service
refer-for = { $title } के लिए किसी को रेफ़र करें
questions = सवाल और जवाब
