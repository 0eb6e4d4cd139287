### Points, on a server: what somebody has, what they exchange them for, and who has most.

points = النقاط

## What somebody has

your-points = نقاطك
print = طباعة
earlier-lines = عرض القيود الأقدم
none-yet = ليست لديك نقاط بعد. عندما تنجح إحالة، تظهر هنا مع ما حصلت عليه.
# $number (element) how many
available =
    { $number } { $points ->
        [zero] نقطة متاحة
        [one] نقطة متاحة
        [two] نقطة متاحة
        [few] نقاط متاحة
        [many] نقطة متاحة
       *[other] نقطة متاحة
    }
below-zero = أُلغي من نقاطك أكثر مما كان متاحًا. وتعوّض النقاط القادمة الفرق.
on-hold = نقاط محجوزة تصبح متاحة من تلقاء نفسها:
# $number (element) how many points
# $day (element) the day
held-until = { $number } حتى { $day }
# $number (element) how many points
held-longer = { $number } حتى وقت لاحق
will-expire = نقاط تنتهي صلاحيتها إن لم تستخدمها قبل ذلك (وأقربها انتهاءً تُستخدم أولًا):
# $number (element) how many points
# $day (element) the day
expires-on =
    { $points ->
        [zero] { $number } نقطة تنتهي صلاحيتها في
        [one] نقطة واحدة تنتهي صلاحيتها في
        [two] نقطتان تنتهي صلاحيتهما في
        [few] { $number } نقاط تنتهي صلاحيتها في
        [many] { $number } نقطة تنتهي صلاحيتها في
       *[other] { $number } نقطة تنتهي صلاحيتها في
    } { $day }
# $number (element) how many points
expires-later = { $number } تنتهي صلاحيتها فيما بعد

## The statement

statement = كشف نقاطك، الأحدث أولًا
date = التاريخ
what-for = البيان
balance = الرصيد
earlier = القيود الأقدم
all = مجموع النقاط
# $day (element) the day
line-on-hold = محجوزة حتى { $day }.

## What points are exchanged for

exchange-points = استبدل نقاطك
can-exchange-count = النقاط التي يمكنك استبدالها
exchange-lead =
    اختر مكافأة، ثم ننظر في طلبك. تُخصم النقاط فورًا، وتعود إليك إذا لم يكتمل الطلب.
nothing-offered = لا توجد الآن مكافآت تستبدل نقاطك بها.
will-be-offered = ستظهر هنا المكافآت التي نقدّمها.
offers = المكافآت
none-left = نفدت الكمية
# $count (number) how many
left =
    { $count ->
        [zero] نفدت الكمية
        [one] بقيت واحدة
        [two] بقيت اثنتان
        [few] بقيت { $count }
        [many] بقيت { $count }
       *[other] بقيت { $count }
    }
# $day a day
until = حتى { $day }
# $number (element) how many points it costs
price =
    { $points ->
        [zero] { $number } نقطة
        [one] نقطة واحدة
        [two] نقطتان
        [few] { $number } نقاط
        [many] { $number } نقطة
       *[other] { $number } نقطة
    }
choose = اختيار
missing =
    { $points ->
        [zero] لا تنقصك نقاط
        [one] تنقصك نقطة واحدة
        [two] تنقصك نقطتان
        [few] تنقصك { $points } نقاط
        [many] تنقصك { $points } نقطة
       *[other] تنقصك { $points } نقطة
    }
voucher = قسيمة
bank-transfer = تحويل بنكي
donation = تبرّع
# $kind what it is
# $worth the amount
of-worth = { $kind } بقيمة { $worth }
voucher-lead = ننظر في طلبك، ثم نرسل إليك القسيمة.
bank-transfer-lead = ننظر في طلبك، ثم نحوّل إليك المبلغ.
donation-lead = ننظر في طلبك، ثم نقدّم التبرّع.
other-lead = ننظر في طلبك، وترى هنا إلى أين وصل.
# $points (number) how many
exchange =
    { $points ->
        [zero] استبدال النقاط
        [one] استبدال نقطة واحدة
        [two] استبدال نقطتين
        [few] استبدال { $points } نقاط
        [many] استبدال { $points } نقطة
       *[other] استبدال { $points } نقطة
    }
can-exchange = المتاح للاستبدال
costs = التكلفة
left-afterwards = الباقي بعد ذلك

## What whoever pays has to know

voucher-reference = إلى أين نرسل القسيمة
voucher-reference-hint = بريدك الإلكتروني مثلًا. لا تكتب بيانات مصرفية أبدًا: نحن لا نحفظها.
bank-transfer-reference = رقمك في كشوف الرواتب
bank-transfer-reference-hint = 8 أرقام على الأكثر. لا تكتب بيانات مصرفية أبدًا: نحن لا نحفظها.
other-reference = كيف نصل إليك
other-reference-hint = قسمك أو بريدك الإلكتروني مثلًا. لا تكتب بيانات مصرفية أبدًا: نحن لا نحفظها.
reference = بيانات الاستلام

## What somebody has asked for

your-requests = طلباتك
earlier-requests = عرض الطلبات الأقدم
for-what = المكافأة
# $title what was asked for
steps = خطوات طلب { $title }
take-back = سحب الطلب…
# $what what it is called, such as payroll number
change-reference = تعديل «{ $what }»…
# $what what it is called, such as payroll number
add-reference = إضافة «{ $what }»…
# After the text before, for screen readers.
# $title what was asked for
of-request = { " " }في طلب { $title }
reference-lead = يمكنك تعديل هذا إلى أن يوافق أحد موظفينا على طلبك.
save = حفظ
# $title what was asked for
take-back-title = سحب طلب { $title }
# $points (number) how many
take-back-lead =
    { $points ->
        [zero] يمكنك بعد ذلك أن تختار مكافأة أخرى.
        [one] تعود إليك النقطة فورًا، ويمكنك استبدالها بمكافأة أخرى.
        [two] تعود إليك النقطتان فورًا، ويمكنك استبدالهما بمكافأة أخرى.
        [few] تعود إليك { $points } نقاط فورًا، ويمكنك استبدالها بمكافأة أخرى.
        [many] تعود إليك { $points } نقطة فورًا، ويمكنك استبدالها بمكافأة أخرى.
       *[other] تعود إليك { $points } نقطة فورًا، ويمكنك استبدالها بمكافأة أخرى.
    }
take-back-now = سحب الطلب

## The list of those with most points

most-points = قائمة الأكثر نقاطًا
# $quarter three months, such as October to December 2026
most-lead = الأكثر نقاطًا في هذه الأشهر ({ $quarter })، بالأسماء التي اختاروها لهذه القائمة.
list-off = القائمة متوقفة، ولا يراها أحد.
join-list = الانضمام إلى القائمة
change-or-leave = تغيير الاسم أو الخروج من القائمة
nobody-yet = لا أحد في القائمة بعد.
# $points (number) how many somebody has
leader-points =
    { $points ->
        [zero] 0 نقطة
        [one] نقطة واحدة
        [two] نقطتان
        [few] { $points } نقاط
        [many] { $points } نقطة
       *[other] { $points } نقطة
    }
not-on-list =
    { $points ->
        [zero] لست في القائمة، ولم تحصل على نقاط في هذه الأشهر.
        [one] لست في القائمة. حصلت في هذه الأشهر على نقطة واحدة.
        [two] لست في القائمة. حصلت في هذه الأشهر على نقطتين.
        [few] لست في القائمة. حصلت في هذه الأشهر على { $points } نقاط.
        [many] لست في القائمة. حصلت في هذه الأشهر على { $points } نقطة.
       *[other] لست في القائمة. حصلت في هذه الأشهر على { $points } نقطة.
    }
not-yet = تظهر في القائمة حالما تحصل على نقاط في هذه الأشهر.
# $place (plain) the place
your-place =
    { $points ->
        [zero] ترتيبك { $place }، بلا نقاط. تُذكر أسماء العشرة الأوائل.
        [one] ترتيبك { $place }، ولك نقطة واحدة. تُذكر أسماء العشرة الأوائل.
        [two] ترتيبك { $place }، ولك نقطتان. تُذكر أسماء العشرة الأوائل.
        [few] ترتيبك { $place }، ولك { $points } نقاط. تُذكر أسماء العشرة الأوائل.
        [many] ترتيبك { $place }، ولك { $points } نقطة. تُذكر أسماء العشرة الأوائل.
       *[other] ترتيبك { $place }، ولك { $points } نقطة. تُذكر أسماء العشرة الأوائل.
    }
leave-list = الخروج من القائمة
list-name = الاسم في القائمة
hint-members = يراه كل الأعضاء. ولا يلزم أن يكون اسمك الحقيقي.
hint-public = يراه الجميع. ولا يلزم أن يكون اسمك الحقيقي.
join = انضمام
save-name = حفظ الاسم
