### What is on every page: header, footer, and what is said when a page fails.

home = होम
services = सेवाएँ
blog = ब्लॉग
contact = संपर्क करें
# In the header.
referral = रेफ़रल
# In the footer.
referral-program = रेफ़रल प्रोग्राम
vacancies = नौकरियाँ
courses = कोर्स
cases = केस स्टडी
search = खोज

menu = मेन्यू
# The name of the header's links, for screen readers.
main = मुख्य मेन्यू
skip = सीधे मुख्य सामग्री पर जाएँ

quick-links = ज़रूरी लिंक
contact-info = संपर्क जानकारी
whatsapp = WhatsApp
# $year (element) the year
# $company the company's name
copyright = © { $year } { $company }। सर्वाधिकार सुरक्षित।

# The switch for light and dark.
colour-scheme = थीम
system = सिस्टम
light = हल्की
dark = गहरी

lost = यह पेज पूरा लोड नहीं हुआ। आप इसे पढ़ सकते हैं, लेकिन इसके फ़ॉर्म काम नहीं करेंगे।
reload = पेज फिर से लोड करें

failed = यह पेज लोड नहीं हो सका
failed-why =
    इसका कोई हिस्सा नहीं मिला या उसने काम नहीं किया। हो सकता है कि आपका कनेक्शन टूट गया हो, या
    वेबसाइट अभी-अभी अपडेट हुई हो।
try-again = फिर से कोशिश करें
go-home = होम पेज पर जाएँ
