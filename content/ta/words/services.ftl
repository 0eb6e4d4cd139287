### The page of all services, and the page of each.

title = சேவைகள்
# For search engines.
# $company the company's name
# $services the services' titles, with commas
description =
    இந்தியா, வளைகுடா நிறுவனங்களுக்கு { $company } வழங்குபவை: { $services }. ஒவ்வொன்றிலும் அடங்குபவை, அடுத்து நடப்பவை.
lead = ஆறு சேவைகள்: ஒவ்வொன்றும் யாருக்கானது, நாங்கள் எப்படிப் பணியாற்றுகிறோம், உங்களுக்கு என்ன கிடைக்கும்.
# The name of the list of links to them, for screen readers.
on-this-page = இந்தப் பக்கத்தில் உள்ள சேவைகள்
# $title the title of a service
more-about = { $title } பற்றி மேலும்
what-it-covers = இதில் அடங்குபவை
what-to-tell = எங்களிடம் சொல்ல வேண்டியவை
discuss = உங்கள் திட்டம் பற்றிப் பேச
# For screen readers.
# $title the title of a service
discuss-about = உங்கள் திட்டம் பற்றிப் பேச: { $title }

all-services = எல்லாச் சேவைகளும்
# $title the title of a service
refer-for = ஒருவரைப் பரிந்துரைக்க: { $title }
questions = கேள்விகளும் பதில்களும்
