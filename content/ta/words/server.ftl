### What a server says to visitors and members: rules and rewards as sentences, statements, text messages.

## Days and numbers

month = { $month ->
    [january] ஜனவரி
    [february] பிப்ரவரி
    [march] மார்ச்
    [april] ஏப்ரல்
    [may] மே
    [june] ஜூன்
    [july] ஜூலை
    [august] ஆகஸ்ட்
    [september] செப்டம்பர்
    [october] அக்டோபர்
    [november] நவம்பர்
   *[december] டிசம்பர்
}
day = { $year } { $month } { $day }
quarter = { $year } { $from } முதல் { $to } வரை
points = { $points ->
    [one] { $points } புள்ளி
   *[other] { $points } புள்ளிகள்
}

## A rule for points

rule-every-service = எல்லாச் சேவைகளும்
rule-for-referrer = { $service }: பரிந்துரை வெற்றி பெற்றால், பரிந்துரை செய்தவருக்கு { $points }{ $which }{ $held }{ $valid }.
rule-for-referred = { $service }: பரிந்துரை வெற்றி பெற்றால், பரிந்துரைக்கப்பட்டவருக்குக் கணக்கு இருந்தால் அவருக்கு { $points }{ $which }{ $held }{ $valid }.
rule-every-success = , ஆண்டின் ஒவ்வொரு வெற்றிக்கும்
rule-from-success = , பரிந்துரை செய்தவர் அந்த ஆண்டில் பெறும் { $from }-ஆவது வெற்றி முதல்
rule-one-success = , பரிந்துரை செய்தவர் அந்த ஆண்டில் பெறும் { $from }-ஆவது வெற்றிக்கு
rule-some-successes = , பரிந்துரை செய்தவர் அந்த ஆண்டில் பெறும் { $from } முதல் { $to } வரையிலான வெற்றிகளுக்கு
rule-held = { $days ->
    [one] , { $days } நாள் நிறுத்திவைக்கப்படும்
   *[other] , { $days } நாட்கள் நிறுத்திவைக்கப்படும்
}
rule-valid = { $months ->
    [one] , { $months } மாதத்துக்குச் செல்லுபடியாகும்
   *[other] , { $months } மாதங்களுக்குச் செல்லுபடியாகும்
}
rule-then-valid = { $months ->
    [one] , பிறகு { $months } மாதத்துக்குச் செல்லுபடியாகும்
   *[other] , பிறகு { $months } மாதங்களுக்குச் செல்லுபடியாகும்
}
most = { $period ->
    [month] மாதத்துக்கு { $points }
    [year] ஆண்டுக்கு { $points }
   *[ever] மொத்தம் { $points }
}
rule-cap = இந்த விதியின்படி ஒருவருக்கு அதிகபட்சம் { $most }.
rule-limit = { $service }: எல்லா விதிகளும் சேர்ந்து, { $to ->
    [referrer] பரிந்துரை செய்யும் ஒருவருக்கு
   *[referred] பரிந்துரைக்கப்பட்ட ஒருவருக்கு
} அதிகபட்சம் { $most }.
rule-on = { $day } அன்று சமர்ப்பித்த பரிந்துரைகளுக்கு.
rule-from-until = { $from } முதல் { $until } வரை சமர்ப்பித்த பரிந்துரைகளுக்கு.
rule-from = { $from } முதல் சமர்ப்பித்த பரிந்துரைகளுக்கு.
rule-until = { $until } வரை சமர்ப்பித்த பரிந்துரைகளுக்கு.
cut = { $rule } என்ற விதியின்படி { $points } குறைத்தோம்.

## What points can be exchanged for

offer-worth = மதிப்பு { $amount }
offer-from-until = { $from } முதல் { $until } வரை
offer-from = { $from } முதல்
offer-until = { $until } வரை
offer-left = { $left ->
    [0] தீர்ந்துவிட்டது
    [one] { $left } மீதி
   *[other] { $left } மீதி
}

## How the programme works

explain-rules = இப்போது நீங்கள் செய்யும் பரிந்துரை வெற்றி பெற்றால், இந்த விதிகளின்படி புள்ளிகள் கிடைக்கும். பிறகு நாங்கள் எதை மாற்றினாலும், அந்தப் பரிந்துரைக்கு இவையே பொருந்தும்.
explain-no-rules = வெற்றி பெற்ற பரிந்துரைக்கு எத்தனை புள்ளிகள் என்பதை எங்கள் அலுவலகம் முடிவு செய்யும். அதுவரை அதற்குப் புள்ளிகள் இல்லை.
explain-offers = உங்கள் புள்ளிகளை இவற்றில் எதற்கு வேண்டுமானாலும் மாற்றிக்கொள்ளலாம். பரிந்துரைப் பக்கத்தில் உள்நுழைந்து தேர்ந்தெடுங்கள்.
explain-no-offers = புள்ளிகளை மாற்றிக்கொள்ள இப்போது எதுவும் இல்லை.
explain-no-money = புள்ளிகள் பணம் அல்ல: அவற்றுக்கு வட்டி இல்லை; அவற்றை விற்கவோ பிறருக்குக் கொடுக்கவோ முடியாது. உங்களிடம் எத்தனை உள்ளன, எவை எதுவரை நிறுத்திவைக்கப்பட்டுள்ளன என்று பார்க்க, பரிந்துரைப் பக்கத்தில் உள்நுழையுங்கள்.
explain-leaders = { $quarter } அதிகப் புள்ளிகள் பெற்றவர்கள், அவர்கள் தேர்ந்தெடுத்த பெயர்களில்:

## What a referral is worth, in short

gains-same = வெற்றி பெறும் ஒரு பரிந்துரைக்கு உங்களுக்கு { $points } கிடைக்கும்.
gains-up-to = வெற்றி பெறும் ஒரு பரிந்துரைக்கு, சேவையைப் பொறுத்து, அதிகபட்சம் { $points } கிடைக்கும்.
gains-between = வெற்றி பெறும் ஒரு பரிந்துரைக்கு, சேவையைப் பொறுத்து, { $least } முதல் { $points } வரை கிடைக்கும்.
gains-offer = { $title } ({ $points })
gains-offer-worth = { $title }, { $amount } ({ $points })

## A line of a statement

line-referred-by = { $name } செய்த பரிந்துரை
line-a-referral = ஒரு பரிந்துரை
line-earned = { $of } · { $service }: வெற்றி
line-earned-no-service = { $of }: வெற்றி
line-reversed = { $of } · { $service }: புள்ளிகள் திரும்பப் பெறப்பட்டன
line-reversed-no-service = { $of }: புள்ளிகள் திரும்பப் பெறப்பட்டன
line-redeemed = { $offer }: புள்ளிகள் மாற்றப்பட்டன
line-refunded = { $offer }: மாற்றப்படவில்லை, புள்ளிகள் திரும்பக் கிடைத்தன
line-expired = காலாவதியான புள்ளிகள்
line-expired-back = காலாவதியான புள்ளிகள், திரும்பத் தரப்பட்டன
line-taken-off = நாங்கள் குறைத்தது: { $note }
line-added = நாங்கள் சேர்த்தது: { $note }

## A request to exchange points. These are sent in text messages, too

request-requested = உங்கள் கோரிக்கை கிடைத்தது: { $title }. விரைவில் பரிசீலிப்போம்.
request-approved = உங்கள் கோரிக்கை ஏற்கப்பட்டது: { $title }.
request-batched = உங்கள் கோரிக்கையை நிறைவேற்றி வருகிறோம்: { $title }.
request-paid = உங்கள் கோரிக்கை நிறைவேறியது: { $title }.
request-failed = உங்கள் கோரிக்கையை நிறைவேற்ற முடியவில்லை: { $title }. புள்ளிகள் திரும்ப வந்தன.
request-declined = உங்கள் கோரிக்கை ஏற்கப்படவில்லை: { $title }. புள்ளிகள் திரும்ப வந்தன.
request-cancelled = உங்கள் கோரிக்கை திரும்பப் பெறப்பட்டது: { $title }. புள்ளிகள் திரும்ப வந்தன.
request-reference = கோரிக்கையின் அடையாளக் குறிப்பு மாற்றப்பட்டது: { $title }.

## The history of a referral, as the referrer and the referred person read it

consent-asked = அவருக்கு அனுப்ப, அவரைப் பற்றிய பக்கத்தின் இணைப்பைப் பெற்றீர்கள்.
consent-agreed = நாங்கள் அழைக்கச் சம்மதித்தீர்கள்.
consent-refused = இதைப் பற்றி உங்களை அழைக்க வேண்டாம் என்று சொன்னீர்கள்.

## Text messages. In other scripts than Latin, 70 letters are one message, and 67 each part of a longer one

text-code = { $purpose ->
    [login] உள்நுழைய
    [sharing] எண்ணை உறுதிசெய்ய
    [agree] சம்மதிக்க
    [refuse] மறுக்க
    [never] தொடர்பை நிறுத்த
   *[delete] விவரங்களை அழிக்க
}: { $code }, { $minutes } நிமிடம். பகிராதீர்கள்.
text-progress = பரிந்துரை ({ $name }): { $sentence } { $address }
text-request = { $sentence } { $address }
