### What forms, dialogs and notices have in common.

optional = वैकल्पिक
close = बंद करें
cancel = रद्द करें
error = गलती
# The field for what somebody corrects something to.
should-be = सही क्या है

# The button that closes a notice, for screen readers.
dismiss = सूचना बंद करें
# The name of the place for notices, for screen readers. The key that leads there is filled in by the page.
notifications = सूचनाएँ ({ "{hotkey}" })
# What that place says while there is none, to whoever goes there.
no-notifications = कोई सूचना नहीं

## The import of an export

import-label = JSON एक्सपोर्ट इंपोर्ट करें
import-hint = कुछ भी इंपोर्ट होने से पहले आप देखेंगे कि क्या बदलेगा।
import-unread = यह फ़ाइल पढ़ी नहीं जा सकी। इसे फिर से चुनें या दूसरी चुनें।
import-title = रिकॉर्ड इंपोर्ट करें
# $file (element) the name of the file
import-lead = { $file } में यह है। इंपोर्ट करने से कुछ नहीं हटता और बाद के बदलाव बने रहते हैं।
import-new = नए
import-changed = बदले हुए
import-same = पहले से यहाँ
import-refused = नहीं लिए गए
import-unreadable = पढ़े नहीं गए
import-denied = इजाज़त नहीं
import-future = आगे की तारीख के
import-ignored = छोड़े गए
# $count (number) how many referrals
# $more (number) points more
# $less (number) points less
import-points = जिन रेफ़रल के पॉइंट नए सिरे से तय होंगे: { $count } ({ $more } पॉइंट बढ़ेंगे, { $less } घटेंगे)।
import-answers = सहमति के जवाब: { $count }। सिर्फ़ फ़ोन पर दर्ज जवाब वापस लिया जा सकता है, और इनकार से रेफ़रल हमेशा के लिए बंद हो जाता है।
import-why-refused = जो रिकॉर्ड नहीं लिए गए, उन्हें उनके मालिकों ने यहाँ मिटा दिया था।
import-why-denied = जिन रिकॉर्ड की इजाज़त नहीं है, उन्हें कोई और इंपोर्ट करे या पॉइंट दे, या उनका इतिहास भर चुका है।
import-why-future = जिन रिकॉर्ड की तारीख अभी से आगे की है, वे नहीं लिए जाते।
import-why-unreadable = जो पढ़ा नहीं गया, वह फ़ाइल में ही रहता है और यहाँ कुछ नहीं बदलता।
import-why-ignored =
    छोड़ी गई चीज़ें रिकॉर्ड नहीं हैं: वे पुरानी कॉपी हैं, या इस बात के निशान कि फ़ाइल जहाँ बनी वहाँ क्या मिटाया गया। इंपोर्ट से यहाँ
    कुछ नहीं मिटता।
import-nothing = इस फ़ाइल में कुछ नया नहीं है।
import-now = इंपोर्ट करें
# When it has been imported, with these counts.
import-done = इंपोर्ट पूरा हुआ
