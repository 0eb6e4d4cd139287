### The list of vacancies, the page of each, and how they are named elsewhere.

title = வேலைவாய்ப்புகள்
# For search engines.
# $company the company's name
description =
    இந்தியாவிலும் வளைகுடாவிலும் { $company } ஆட்களைச் சேர்க்கும் பணியிடங்கள்: இடம், சம்பளம், கடைசி நாள்.
    விண்ணப்பதாரர்கள் எதுவும் செலுத்த வேண்டியதில்லை.
lead =
    நாங்கள் ஆட்களைச் சேர்க்கும் பணியிடங்கள். விண்ணப்பதாரர்கள் எதுவும் செலுத்த வேண்டியதில்லை: எங்கள் கட்டணத்தை வேலை தரும்
    நிறுவனம் செலுத்துகிறது. ஒரு பணி உங்களுக்குப் பொருந்தாவிட்டால், பொருந்தக்கூடிய ஒருவரைப் பரிந்துரையுங்கள்.
# $place the town
# $country the country
town = { $place }, { $country }
# $date (element) the last day on which it is open
closes-on = கடைசி நாள்: { $date }
none =
    இப்போது காலிப் பணியிடம் எதுவும் இல்லை. நீங்கள் என்ன வேலை செய்கிறீர்கள், எங்கே வேலை செய்ய விரும்புகிறீர்கள் என்று
    சொல்லுங்கள்.
write-to-us = எங்களுக்கு எழுத

all-vacancies = எல்லா வேலைவாய்ப்புகளும்
place = இடம்
kind = வேலை வகை
pay = சம்பளம்
posted = வெளியிட்ட நாள்
closes = கடைசி நாள்
how-to-apply = எப்படி விண்ணப்பிப்பது
apply = விண்ணப்பிக்க
# The subject of a message.
# $title (plain) the title of the vacancy
application = விண்ணப்பம்: { $title }
# The subject of a message by somebody for whom no vacancy is open.
looking-for-work = வேலை தேடுகிறேன்
refer = இதற்கு ஒருவரைப் பரிந்துரைக்க

# $title the title of the vacancy
closed-title = முடிந்தது: { $title }
closed = இந்தப் பணியிடத்துக்கு விண்ணப்பிக்கும் காலம் முடிந்தது
closed-description = இந்தப் பணியிடத்துக்கு விண்ணப்பிக்கும் காலம் முடிந்தது.
# $title (element) the title of the vacancy
closed-lead =
    { $title }: இதற்கு இனி விண்ணப்பிக்க முடியாது. நீங்கள் என்ன வேலை செய்கிறீர்கள், எங்கே வேலை செய்ய விரும்புகிறீர்கள்
    என்று சொல்லுங்கள்; பொருத்தமான ஒன்று இருந்தால் சொல்கிறோம்.
open-vacancies = காலிப் பணியிடங்கள்

# The kinds of employment.
kind-of =
    { $kind ->
        [full-time] முழு நேரம்
        [part-time] பகுதி நேரம்
        [contract] ஒப்பந்தப் பணி
        [temporary] தற்காலிகப் பணி
       *[internship] பயிற்சிப் பணி
    }
