### What forms, dialogs and notices have in common.

optional = விருப்பம்
close = மூட
cancel = வேண்டாம்
error = பிழை
# The field for what somebody corrects something to.
should-be = எப்படி இருக்க வேண்டும்

# The button that closes a notice, for screen readers.
dismiss = அறிவிப்பை மூட
# The name of the place for notices, for screen readers. The key that leads there is filled in by the page.
notifications = அறிவிப்புகள் ({ "{hotkey}" })
# What that place says while there is none, to whoever goes there.
no-notifications = அறிவிப்புகள் இல்லை

## The import of an export

import-label = JSON ஏற்றுமதியை இறக்குமதி செய்ய
import-hint = எதையும் இறக்குமதி செய்யும் முன் என்ன மாறும் என்று காட்டுவோம்.
import-unread = இந்தக் கோப்பைப் படிக்க முடியவில்லை. மீண்டும் தேர்ந்தெடுங்கள், அல்லது வேறு கோப்பைத் தேர்ந்தெடுங்கள்.
import-title = பதிவுகளை இறக்குமதி செய்ய
# $file (element) the name of the file
import-lead = { $file } கோப்பில் உள்ளவை இவை. இறக்குமதி எதையும் நீக்காது; பின்னர் செய்த மாற்றங்களும் அப்படியே இருக்கும்.
import-new = புதியவை
import-changed = மாறியவை
import-same = ஏற்கெனவே உள்ளவை
import-refused = ஏற்கப்படாதவை
import-unreadable = படிக்க முடியாதவை
import-denied = அனுமதி இல்லாதவை
import-future = வருங்காலத் தேதி உள்ளவை
import-ignored = விடப்பட்டவை
# $count (number) how many referrals
# $more (number) points more
# $less (number) points less
import-points = புள்ளி வழங்கல் மாறும் பரிந்துரைகள்: { $count } ({ $more } புள்ளிகள் கூடும், { $less } குறையும்).
import-answers = சம்மதம் பற்றிய பதில்கள்: { $count }. தொலைபேசியில் பதிவு செய்ததை மட்டுமே திரும்பப் பெற முடியும்; மறுப்பு ஒரு பரிந்துரையை நிரந்தரமாக மூடிவிடும்.
import-why-refused = ஏற்கப்படாத பதிவுகளை அவற்றின் உரிமையாளர்கள் இங்கே அழித்துள்ளனர்.
import-why-denied = அனுமதி இல்லாத பதிவுகளை வேறொருவர் இறக்குமதி செய்ய வேண்டும் அல்லது புள்ளிகள் தர வேண்டும்; அல்லது அவற்றின் வரலாறு நிரம்பிவிட்டது.
import-why-future = இப்போதைக்குப் பிந்தைய தேதி உள்ள பதிவுகள் எடுக்கப்படாது.
import-why-unreadable = படிக்க முடியாதவை கோப்பிலேயே இருக்கும்; இங்கே எதையும் மாற்றாது.
import-why-ignored = விடப்பட்டவை பதிவுகள் அல்ல: அவை பழைய நகல்கள், அல்லது கோப்பு உருவான இடத்தில் அழிக்கப்பட்டவற்றின் குறிப்புகள். இறக்குமதி இங்கே எதையும் அழிக்காது.
import-nothing = இந்தக் கோப்பில் புதிதாக எதுவும் இல்லை.
import-now = இறக்குமதி செய்ய
# When it has been imported, with these counts.
import-done = இறக்குமதி முடிந்தது
