### The list of courses, and the page of each.

title = பயிற்சிகள்
# For search engines.
# $company the company's name
description =
    { $company } நடத்தும், யாரும் சேரக்கூடிய பயிற்சிகள்: எதைக் கற்கலாம், எங்கே, எப்போது, எத்தனை பேர் பங்கேற்கலாம்,
    கட்டணம் எவ்வளவு.
lead = யாரும் சேரக்கூடிய பயிற்சிகள், தேதியுடனும் கட்டணத்துடனும். இவை ஒவ்வொன்றையும் உங்கள் இடத்திலும் நடத்துகிறோம்.
next-on-request = அடுத்த தேதியைக் கேட்டுத் தெரிந்துகொள்ளுங்கள்

all-courses = எல்லாப் பயிற்சிகளும்
dates = தேதிகள்
place = நடக்கும் இடம்
seats = மொத்த இடங்கள்
price = கட்டணம்
no-date = அடுத்த தேதி இன்னும் முடிவாகவில்லை: எங்களைக் கேளுங்கள்
# $starts (element) the first day
# $ends (element) the last day
from-to = { $starts } முதல் { $ends } வரை
take-part = பங்கேற்க
ask = இந்தப் பயிற்சி பற்றிக் கேட்க
# The subject of a message.
# $title (plain) the title of the course
course = பயிற்சி: { $title }
refer = இதற்கு ஒருவரைப் பரிந்துரைக்க
next =
    எத்தனை பேர் பங்கேற்பார்கள், எந்தத் தேதி உங்களுக்கு வசதி என்று சொல்லுங்கள். காலியாக உள்ள இடங்கள், பயிற்சித் திட்டம்,
    இன்வாய்ஸ் விவரங்கள் ஆகியவற்றுடன் பதில் தருகிறோம்.
