### The list of posts, and the page of each.

title = வலைப்பதிவு
# For search engines.
# $company the company's name
description =
    ஆட்சேர்ப்பு, பயிற்சி, திட்டங்கள், விமானப் பராமரிப்பு பற்றி { $company } வழங்கும் நடைமுறைத் திட்டங்கள், வழிமுறைகள்,
    சரிபார்ப்புப் பட்டியல்கள்.
lead =
    நடைமுறை வழிகாட்டிகள்: திட்டங்கள், வழிமுறைகள், சரிபார்ப்புப் பட்டியல்கள். எங்கள் உதவியுடனோ, அது இல்லாமலோ
    பயன்படுத்துங்கள்.
none = இன்னும் கட்டுரைகள் இல்லை
none-lead = விரைவில் மீண்டும் வந்து பாருங்கள்: எங்கள் முதல் கட்டுரை இங்கே வரும்.
# $minutes (number) how long it takes to read
min-read = { $minutes } நிமிட வாசிப்பு
read-more = மேலும் படிக்க

back-to-the-blog = வலைப்பதிவுக்குத் திரும்ப
in-this-post = இந்தக் கட்டுரையில்
# $write (element) the link “Write to us”
any-questions = இந்தக் கட்டுரை பற்றிக் கேள்விகள் உள்ளனவா? { $write }.
write-to-us = எங்களுக்கு எழுதுங்கள்
tags = குறிச்சொற்கள்:
read-next = அடுத்துப் படிக்க

not-found = கட்டுரை இல்லை
not-found-description = இந்த முகவரியில் வலைப்பதிவுக் கட்டுரை எதுவும் இல்லை.
not-found-lead = மன்னிக்கவும், நீங்கள் தேடும் கட்டுரை இங்கே இல்லை.
back-to-blog = வலைப்பதிவுக்குத் திரும்ப
latest = புதிய கட்டுரைகள்
