### What is on every page: header, footer, and what is said when a page fails.

home = முகப்பு
services = சேவைகள்
blog = வலைப்பதிவு
contact = தொடர்புக்கு
# In the header.
referral = பரிந்துரை
# In the footer.
referral-program = பரிந்துரைத் திட்டம்
vacancies = வேலைவாய்ப்புகள்
courses = பயிற்சிகள்
cases = செய்த பணிகள்
search = தேடல்

menu = மெனு
# The name of the header's links, for screen readers.
main = முதன்மை
skip = முக்கிய உள்ளடக்கத்துக்குச் செல்ல

quick-links = விரைவு இணைப்புகள்
contact-info = தொடர்பு விவரங்கள்
whatsapp = WhatsApp
# $year (element) the year
# $company the company's name
copyright = © { $year } { $company }. அனைத்து உரிமைகளும் பாதுகாக்கப்பட்டவை.

# The switch for light and dark.
colour-scheme = நிற அமைப்பு
system = சாதன அமைப்பு
light = வெளிர்
dark = அடர்

lost = இந்தப் பக்கம் முழுமையாக ஏற்றப்படவில்லை. இதைப் படிக்கலாம்; ஆனால் இதிலுள்ள படிவங்கள் இயங்காது.
reload = பக்கத்தை மீண்டும் ஏற்ற

failed = இந்தப் பக்கத்தை ஏற்ற முடியவில்லை
failed-why =
    இதன் ஒரு பகுதி வரவில்லை, அல்லது இயங்கவில்லை. உங்கள் இணைய இணைப்பு துண்டிக்கப்பட்டிருக்கலாம், அல்லது இணையதளம்
    இப்போதுதான் புதுப்பிக்கப்பட்டிருக்கலாம்.
try-again = மீண்டும் முயல
go-home = முகப்புப் பக்கத்துக்குச் செல்ல
