### What a server says to visitors and members: rules and rewards as sentences, statements, text messages.

## Days and numbers

month = { $month ->
    [january] يناير
    [february] فبراير
    [march] مارس
    [april] أبريل
    [may] مايو
    [june] يونيو
    [july] يوليو
    [august] أغسطس
    [september] سبتمبر
    [october] أكتوبر
    [november] نوفمبر
   *[december] ديسمبر
}
day = { $day } { $month } { $year }
quarter = من { $from } إلى { $to } { $year }
points = { $points ->
    [zero] { $points } نقطة
    [one] نقطة واحدة
    [two] نقطتان
    [few] { $points } نقاط
    [many] { $points } نقطة
   *[other] { $points } نقطة
}

## A rule for points

rule-every-service = جميع الخدمات
rule-for-referrer = { $service }: لصاحب الإحالة { $points } عند نجاح الإحالة{ $which }{ $held }{ $valid }.
rule-for-referred = { $service }: لمن أُحيل إلينا، إذا كان له حساب، { $points } عند نجاح الإحالة{ $which }{ $held }{ $valid }.
rule-every-success = ، عن كل إحالة ناجحة في السنة
rule-from-success = ، ابتداءً من الإحالة الناجحة رقم { $from } لصاحبها في السنة
rule-one-success = ، عن الإحالة الناجحة رقم { $from } لصاحبها في السنة
rule-some-successes = ، عن الإحالات الناجحة من رقم { $from } إلى رقم { $to } لصاحبها في السنة
rule-held = { $days ->
    [zero] ، محجوزة { $days } يوم
    [one] ، محجوزة يومًا واحدًا
    [two] ، محجوزة يومين
    [few] ، محجوزة { $days } أيام
    [many] ، محجوزة { $days } يومًا
   *[other] ، محجوزة { $days } يوم
}
rule-valid = { $months ->
    [zero] ، صالحة مدة { $months } شهر
    [one] ، صالحة مدة شهر واحد
    [two] ، صالحة مدة شهرين
    [few] ، صالحة مدة { $months } أشهر
    [many] ، صالحة مدة { $months } شهرًا
   *[other] ، صالحة مدة { $months } شهر
}
rule-then-valid = { $months ->
    [zero] ، ثم صالحة مدة { $months } شهر
    [one] ، ثم صالحة مدة شهر واحد
    [two] ، ثم صالحة مدة شهرين
    [few] ، ثم صالحة مدة { $months } أشهر
    [many] ، ثم صالحة مدة { $months } شهرًا
   *[other] ، ثم صالحة مدة { $months } شهر
}
most = { $period ->
    [month] { $points } في الشهر
    [year] { $points } في السنة
   *[ever] { $points } إجمالًا
}
rule-cap = الحد الأقصى للشخص الواحد بموجب هذه القاعدة: { $most }.
rule-limit = { $service }: الحد الأقصى { $to ->
    [referrer] لصاحب الإحالة الواحد
   *[referred] لكل شخص أُحيل إلينا
} بموجب جميع القواعد معًا: { $most }.
rule-on = تسري على الإحالات المرسلة في { $day }.
rule-from-until = تسري على الإحالات المرسلة من { $from } إلى { $until }.
rule-from = تسري على الإحالات المرسلة ابتداءً من { $from }.
rule-until = تسري على الإحالات المرسلة حتى { $until }.
cut = خُصم بموجب القاعدة { $rule }: { $points }.

## What points can be exchanged for

offer-worth = بقيمة { $amount }
offer-from-until = من { $from } إلى { $until }
offer-from = ابتداءً من { $from }
offer-until = حتى { $until }
offer-left = { $left ->
    [zero] نفدت
    [one] بقيت واحدة
    [two] بقيت اثنتان
    [few] بقيت { $left }
    [many] بقيت { $left }
   *[other] بقيت { $left }
}

## How the programme works

explain-rules = الإحالات التي ترسلها الآن تكسب نقاطًا وفق القواعد التالية متى نجحت. وتبقى هذه القواعد سارية عليها مهما غيّرنا لاحقًا.
explain-no-rules = يقرر مكتبنا عدد نقاط كل إحالة ناجحة. وقبل ذلك ليست للإحالة نقاط.
explain-offers = يمكنك أن تستبدل نقاطك بأيّ مكافأة مما يلي. سجّل الدخول في صفحة الإحالة واختر هناك.
explain-no-offers = لا توجد الآن مكافآت تستبدل نقاطك بها.
explain-no-money = النقاط ليست مالًا: لا تدرّ فائدة، ولا تُباع ولا تُهدى. سجّل الدخول في صفحة الإحالة لترى ما لديك، وما هو محجوز وإلى متى.
explain-leaders = الأكثر نقاطًا { $quarter }، بالأسماء التي اختاروها:

## What a referral is worth, in short

gains-same = لك عن كل إحالة ناجحة: { $points }.
gains-up-to = لك عن كل إحالة ناجحة، بحسب الخدمة: { $points } على الأكثر.
gains-between = لك عن كل إحالة ناجحة، بحسب الخدمة: { $least } على الأقل، و{ $points } على الأكثر.
gains-offer = { $title } ({ $points })
gains-offer-worth = { $title }، { $amount } ({ $points })

## A line of a statement

line-referred-by = إحالتك من { $name }
line-a-referral = إحالة
line-earned = { $of } · { $service }: نجحت الإحالة
line-earned-no-service = { $of }: نجحت الإحالة
line-reversed = { $of } · { $service }: أُلغيت النقاط
line-reversed-no-service = { $of }: أُلغيت النقاط
line-redeemed = استُبدلت بمكافأة: { $offer }
line-refunded = { $offer }: لم يكتمل الطلب، وعادت النقاط
line-expired = نقاط انتهت صلاحيتها
line-expired-back = نقاط انتهت صلاحيتها، وعادت إليك
line-taken-off = خصمناها: { $note }
line-added = أضفناها: { $note }

## A request to exchange points. These are sent in text messages, too

request-requested = وصلنا طلبك: { $title }. سننظر فيه قريبًا.
request-approved = قُبل طلبك: { $title }.
request-batched = يجري الآن دفع مكافأتك: { $title }.
request-paid = دُفعت مكافأتك: { $title }.
request-failed = تعذّر دفع مكافأتك: { $title }. عادت النقاط إليك.
request-declined = لم يُقبل طلبك: { $title }. عادت النقاط إليك.
request-cancelled = سُحب طلبك: { $title }. عادت النقاط إليك.
request-reference = تغيّرت بيانات الاستلام في طلبك: { $title }.

## The history of a referral, as the referrer and the referred person read it

consent-asked = أعطيناك رابط صفحته لترسله إليه.
consent-agreed = سمحت لنا بأن نتصل بك.
consent-refused = طلبت ألا نتصل بك بهذا الشأن.

## Text messages. In other scripts than Latin, 70 letters are one message, and 67 each part of a longer one

text-code = { $purpose ->
    [login] رمز الدخول
    [sharing] رمز تأكيد رقمك
    [agree] رمز قبول الاتصال
    [refuse] رمز رفض الاتصال
    [never] رمز منع التواصل
   *[delete] رمز محو بياناتك
} { $code }، { $minutes } دقائق. لا تشاركه.
text-progress = إحالة { $name }: { $sentence } { $address }
text-request = { $sentence } { $address }
