### The contact page, but for what is said about mistakes in its form.

title = தொடர்புக்கு
# For search engines.
# $company the company's name
# $offices the offices, such as “Chennai, India and Doha, Qatar”
description =
    { $company } நிறுவனத்தைத் தொடர்புகொள்ள: { $offices } அலுவலகங்கள், வேலை நேரம், மின்னஞ்சல் முகவரி, செய்திப் படிவம்.
# $city the town
# $country the country
town = { $city }, { $country }
lead = உங்களுக்கு என்ன தேவை, எங்கே, எப்போதுக்குள் என்று சொல்லுங்கள்.
# $number (element) the number
call = அழைக்க: { $number }
# $number (element) the number
whatsapp = WhatsApp { $number }
# $country the country
office = { $country } அலுவலகம்
email = மின்னஞ்சல்
# $day a day of the week
day =
    { $day ->
        [Monday] திங்கள்
        [Tuesday] செவ்வாய்
        [Wednesday] புதன்
        [Thursday] வியாழன்
        [Friday] வெள்ளி
        [Saturday] சனி
       *[Sunday] ஞாயிறு
    }
# $first the first day of the week
# $last the last one
days = { $first } முதல் { $last } வரை
# $days the days
# $opens (plain) a time
# $closes (plain) a time
hours = { $days }, { $opens } முதல் { $closes } வரை
# $time (plain) the present time in the office's time zone
now = இப்போது { $time }

send-us = எங்களுக்குச் செய்தி அனுப்புங்கள்
# $email (element) the address
needs-script = இந்தப் படிவத்துக்கு JavaScript தேவை. அது இல்லாவிட்டால், { $email } முகவரிக்கு மின்னஞ்சல் அனுப்புங்கள்.
name = பெயர்
subject = பொருள்
message = செய்தி
sending = அனுப்பப்படுகிறது...
send = செய்தியை அனுப்ப
# $email (element) the address
no-server =
    இந்த இணையதளம் சர்வர் இல்லாமல் இயங்குகிறது; எனவே உங்கள் செய்தி எங்களுக்கு வராது. அதற்குப் பதிலாக { $email }
    முகவரிக்கு மின்னஞ்சல் அனுப்புங்கள்.
use = நீங்கள் எழுதுவதை உங்களுக்குப் பதில் தர மட்டுமே பயன்படுத்துகிறோம்; வேறு எதற்கும் அல்ல.
privacy = தனியுரிமை அறிவிப்பு
