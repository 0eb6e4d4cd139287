### Points, on a server: what somebody has, what they exchange them for, and who has most.

points = புள்ளிகள்

## What somebody has

your-points = உங்கள் புள்ளிகள்
print = அச்சிட
earlier-lines = முந்தைய பதிவுகளைக் காட்ட
none-yet =
    உங்களுக்கு இன்னும் புள்ளிகள் இல்லை. ஒரு பரிந்துரை வெற்றி பெற்றதும், அதுவும் அதற்குக் கிடைத்த புள்ளிகளும் இங்கே
    தெரியும்.
# $number (element) how many
available =
    { $number } { $points ->
        [one] புள்ளியைப் பயன்படுத்தலாம்
       *[other] புள்ளிகளைப் பயன்படுத்தலாம்
    }
below-zero =
    பயன்படுத்தக்கூடியதாக இருந்ததைவிட அதிகப் புள்ளிகள் திரும்பப் பெறப்பட்டுள்ளன. அடுத்துக் கிடைக்கும் புள்ளிகள் இதை ஈடுசெய்யும்.
on-hold = நிறுத்திவைத்துள்ளவை; அந்த நாள் வந்ததும் தாமாகவே பயன்பாட்டுக்கு வரும்:
# $number (element) how many points
# $day (element) the day
held-until = { $number }: { $day } வரை
# $number (element) how many points
held-longer = { $number }: அதற்குப் பிறகும்
will-expire = இந்த நாட்களுக்கு முன் பயன்படுத்தாத புள்ளிகள் காலாவதியாகும் (முதலில் காலாவதியாகுபவையே முதலில் பயன்படுத்தப்படும்):
# $number (element) how many points
# $day (element) the day
expires-on =
    { $number } { $points ->
        [one] புள்ளி காலாவதியாகும் நாள்:
       *[other] புள்ளிகள் காலாவதியாகும் நாள்:
    } { $day }
# $number (element) how many points
expires-later = { $number } அதற்குப் பிறகு காலாவதியாகும்

## The statement

statement = உங்கள் புள்ளிக் கணக்கு, புதியது முதலில்
date = தேதி
what-for = எதற்கு
balance = இருப்பு
earlier = முந்தைய பதிவுகள்
all = மொத்தப் புள்ளிகள்
# $day (element) the day
line-on-hold = { $day } வரை நிறுத்திவைக்கப்பட்டுள்ளது.

## What points are exchanged for

exchange-points = புள்ளிகளை மாற்றிக்கொள்ள
can-exchange-count = நீங்கள் மாற்றக்கூடிய புள்ளிகள்
exchange-lead =
    ஒன்றைத் தேர்ந்தெடுங்கள்; உங்கள் கோரிக்கையைப் பரிசீலிப்போம். புள்ளிகள் உடனே கழிக்கப்படும்; கோரிக்கை
    நிறைவேறாவிட்டால் அவை உங்களுக்குத் திரும்பக் கிடைக்கும்.
nothing-offered = புள்ளிகளை மாற்றிக்கொள்ள இப்போது எதுவும் இல்லை.
will-be-offered = நாங்கள் தருபவை இங்கே தெரியும்.
offers = நாங்கள் தருபவை
none-left = தீர்ந்துவிட்டது
# $count (number) how many
left = { $count } மீதி
# $day a day
until = { $day } வரை
# $number (element) how many points it costs
price =
    { $number } { $points ->
        [one] புள்ளி
       *[other] புள்ளிகள்
    }
choose = தேர்ந்தெடுக்க
missing =
    { $points ->
        [one] இன்னும் { $points } புள்ளி தேவை
       *[other] இன்னும் { $points } புள்ளிகள் தேவை
    }
voucher = வவுச்சர்
bank-transfer = வங்கிப் பரிமாற்றம்
donation = நன்கொடை
# $kind what it is
# $worth the amount
of-worth = { $kind }, மதிப்பு { $worth }
voucher-lead = உங்கள் கோரிக்கையைப் பரிசீலித்து, வவுச்சரை அனுப்புவோம்.
bank-transfer-lead = உங்கள் கோரிக்கையைப் பரிசீலித்து, தொகையை அனுப்புவோம்.
donation-lead = உங்கள் கோரிக்கையைப் பரிசீலித்து, நன்கொடை அளிப்போம்.
other-lead = உங்கள் கோரிக்கையைப் பரிசீலிப்போம்; அது எந்த நிலையில் உள்ளது என்று இங்கே பார்க்கலாம்.
# $points (number) how many
exchange =
    { $points ->
        [one] { $points } புள்ளியை மாற்ற
       *[other] { $points } புள்ளிகளை மாற்ற
    }
can-exchange = நீங்கள் மாற்றக்கூடியவை
costs = இதற்குத் தேவை
left-afterwards = மாற்றிய பிறகு மீதி

## What whoever pays has to know

voucher-reference = வவுச்சரை எங்கே அனுப்புவது
voucher-reference-hint = எடுத்துக்காட்டாக, மின்னஞ்சல் முகவரி. வங்கி விவரங்களை ஒருபோதும் எழுத வேண்டாம்: நாங்கள் அவற்றைச் சேமிப்பதில்லை.
bank-transfer-reference = ஊதியப் பதிவு எண்
bank-transfer-reference-hint = 8 இலக்கங்கள் வரை. வங்கி விவரங்களை ஒருபோதும் எழுத வேண்டாம்: நாங்கள் அவற்றைச் சேமிப்பதில்லை.
other-reference = உங்களை எப்படி அடையாளம் காண்பது
other-reference-hint =
    எடுத்துக்காட்டாக, உங்கள் துறை அல்லது மின்னஞ்சல் முகவரி. வங்கி விவரங்களை ஒருபோதும் எழுத வேண்டாம்: நாங்கள் அவற்றைச்
    சேமிப்பதில்லை.
reference = அடையாளக் குறிப்பு

## What somebody has asked for

your-requests = உங்கள் கோரிக்கைகள்
earlier-requests = முந்தைய கோரிக்கைகளைக் காட்ட
for-what = எதற்கு
# $title what was asked for
steps = { $title }: கோரிக்கையின் நிலைகள்
take-back = திரும்பப் பெற…
# $what what it is called, such as payroll number
change-reference = “{ $what }” என்பதை மாற்ற…
# $what what it is called, such as payroll number
add-reference = “{ $what }” என்பதைச் சேர்க்க…
# After the text before, for screen readers.
# $title what was asked for
of-request = { " " }({ $title })
reference-lead = உங்கள் கோரிக்கை ஏற்கப்படும் வரை இதை மாற்றலாம்.
save = சேமிக்க
# $title what was asked for
take-back-title = { $title }: கோரிக்கையைத் திரும்பப் பெற
# $points (number) how many
take-back-lead =
    { $points ->
        [one] { $points } புள்ளி உடனே உங்களுக்குத் திரும்பக் கிடைக்கும்; அதை வேறு எதற்காவது மாற்றிக்கொள்ளலாம்.
       *[other] { $points } புள்ளிகளும் உடனே உங்களுக்குத் திரும்பக் கிடைக்கும்; அவற்றை வேறு எதற்காவது மாற்றிக்கொள்ளலாம்.
    }
take-back-now = திரும்பப் பெற

## The list of those with most points

most-points = அதிகப் புள்ளிகள் பட்டியல்
# $quarter three months, such as October to December 2026
most-lead = அதிகப் புள்ளிகள் பெற்றவர்கள் ({ $quarter }), இந்தப் பட்டியலுக்காக அவர்கள் தேர்ந்தெடுத்த பெயர்களில்.
list-off = பட்டியல் நிறுத்தப்பட்டுள்ளது; அதை யாரும் பார்க்க முடியாது.
join-list = பட்டியலில் சேர
change-or-leave = பெயரை மாற்ற, அல்லது விலக
nobody-yet = பட்டியலில் இன்னும் யாரும் இல்லை.
# $points (number) how many somebody has
leader-points =
    { $points ->
        [one] { $points } புள்ளி
       *[other] { $points } புள்ளிகள்
    }
not-on-list =
    நீங்கள் பட்டியலில் இல்லை. இந்த மூன்று மாதங்களில் உங்களுக்கு { $points ->
        [one] { $points } புள்ளி கிடைத்துள்ளது.
       *[other] { $points } புள்ளிகள் கிடைத்துள்ளன.
    }
not-yet = இந்த மூன்று மாதங்களில் உங்களுக்குப் புள்ளிகள் கிடைத்ததும் பட்டியலில் இடம்பெறுவீர்கள்.
# $place (plain) the place
your-place =
    { $points ->
        [one] { $points } புள்ளியுடன் { $place }-ஆவது இடத்தில் இருக்கிறீர்கள். முதல் பத்துப் பேரின் பெயர்கள் மட்டுமே காட்டப்படும்.
       *[other] { $points } புள்ளிகளுடன் { $place }-ஆவது இடத்தில் இருக்கிறீர்கள். முதல் பத்துப் பேரின் பெயர்கள் மட்டுமே காட்டப்படும்.
    }
leave-list = பட்டியலிலிருந்து விலக
list-name = பட்டியலில் தெரியும் பெயர்
hint-members = உறுப்பினர்கள் அனைவரும் இதைப் பார்க்கலாம். உங்கள் உண்மையான பெயராக இருக்க வேண்டியதில்லை.
hint-public = யார் வேண்டுமானாலும் இதைப் பார்க்கலாம். உங்கள் உண்மையான பெயராக இருக்க வேண்டியதில்லை.
join = சேர
save-name = பெயரைச் சேமிக்க
