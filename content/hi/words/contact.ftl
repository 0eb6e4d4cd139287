### The contact page, but for what is said about mistakes in its form.

title = संपर्क करें
# For search engines.
# $company the company's name
# $offices the offices, such as “Chennai, India and Doha, Qatar”
description =
    { $company } से संपर्क करें: { $offices } में हमारे ऑफ़िस, खुलने का समय, ईमेल पता और मैसेज
    भेजने का फ़ॉर्म।
# $city the town
# $country the country
town = { $city }, { $country }
lead = हमें बताएँ कि आपको क्या चाहिए, कहाँ और कब तक।
# $number (element) the number
call = { $number } पर कॉल करें
# $number (element) the number
whatsapp = WhatsApp { $number }
# $country the country
office = { $country } का ऑफ़िस
email = ईमेल
# $day a day of the week
day =
    { $day ->
        [Monday] सोमवार
        [Tuesday] मंगलवार
        [Wednesday] बुधवार
        [Thursday] गुरुवार
        [Friday] शुक्रवार
        [Saturday] शनिवार
       *[Sunday] रविवार
    }
# $first the first day of the week
# $last the last one
days = { $first } से { $last }
# $days the days
# $opens (plain) a time
# $closes (plain) a time
hours = { $days }, { $opens } से { $closes } तक
# $time (plain) the present time in the office's time zone
now = वहाँ अभी { $time }

send-us = हमें मैसेज भेजें
# $email (element) the address
needs-script = इस फ़ॉर्म के लिए JavaScript ज़रूरी है। वह बंद हो, तो हमें { $email } पर ईमेल करें।
name = नाम
subject = विषय
message = मैसेज
sending = भेजा जा रहा है...
send = मैसेज भेजें
# $email (element) the address
no-server =
    यह वेबसाइट बिना सर्वर के चल रही है, इसलिए आपका मैसेज हम तक नहीं पहुँचेगा। इसके बजाय { $email } पर
    ईमेल करें।
use = आप जो लिखते हैं, उसे हम सिर्फ़ आपको जवाब देने के लिए इस्तेमाल करते हैं, किसी और काम के लिए नहीं।
privacy = निजता सूचना
