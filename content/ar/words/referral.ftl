### The referral page, and what it says where the records are in the visitor's browser.

title = برنامج الإحالة
# For search engines.
description =
    أحِل إلينا شخصًا للتوظيف أو التدريب أو تقنية المعلومات أو غيرها من الخدمات، بلا حساب أو برقم هاتفك
    المحمول، وتابع النتيجة.
heading = أحِل إلينا شخصًا تثق به
lead =
    هل تعرف شركة تبحث عن موظفين، أو شخصًا يبحث عن بداية؟ أخبرنا من هو وأيّ خدمة تفيده. ولك نقاط عن كل
    إحالة ناجحة.
loading = جارٍ التحقق من تسجيل الدخول...
try-again = حاول مرة أخرى
# $email (element) the address
needs-script =
    يحتاج برنامج الإحالة إلى JavaScript، وهو معطّل في متصفّحك. يمكنك أن تراسلنا على { $email } بدلًا من
    ذلك: أخبرنا من أنت، ومن تحيل إلينا، ولأي خدمة.

## Login

join = انضم إلى برنامج الإحالة
join-lead =
    سجّل الدخول أو أنشئ حسابًا لتتابع إحالاتك والنقاط التي تحصل عليها. ويمكنك أيضًا أن تحيل شخصًا زائرًا،
    بلا حساب.
mobile = رقم الهاتف المحمول
# $least (plain) how many digits a number has at least
# $most (plain) and at most
mobile-hint = من { $least } أرقام إلى { $most } رقمًا، مع رمز البلد وبلا علامة زائد.
# A button that corrects the number.
# $number (plain) the number
use = استخدم { $number }
login = تسجيل الدخول
sign-up = إنشاء حساب
have-code = لديّ رمز
login-title = تسجيل الدخول برمز لمرة واحدة
sign-up-title = إنشاء حساب برمز لمرة واحدة
# $mobile the number
# $code (plain) the code
simulated = هذه محاكاة، فلا تُرسل رسالة إلى { $mobile }. أدخل الرمز { $code }.
code = رمز لمرة واحدة (OTP)
# $digits (plain) how many digits the code has
code-placeholder = أدخل الرمز المكوّن من { $digits } أرقام
verify = تحقق من الرمز

## Who is logged in

# $name the person's name
welcome = مرحبًا، { $name }!
admin-view = عرض المشرف
logout = تسجيل الخروج
welcome-admin =
    ترى هنا كل إحالة محفوظة في هذا المتصفّح، ويمكنك أن تمنح النقاط. تصبح الإحالة ناجحة عندما تحفظ نقاطها.
welcome-member = إحالاتك أدناه، ومنها ما أرسلته زائرًا بهذا الرقم.
welcome-new = لم تُحِل إلينا أحدًا بهذا الرقم بعد. عندما تفعل، تظهر هنا كل إحالة مع حالتها ونقاطها.

## The form

refer = أحِل إلينا شخصًا
you = أنت
your-name = اسمك
your-phone = رقم هاتفك
person = الشخص الذي تحيله إلينا
person-name = اسم الشخص
person-phone = رقم هاتف الشخص
select-service = اختر خدمة
opening = وظيفة شاغرة أو دورة
additional-notes = ملاحظات إضافية
# What happens to a referral in this browser.
kept-here = يعمل هذا الموقع بلا خادم. تبقى إحالتك في هذا المتصفّح: لا تصلنا ولا نتصل بأحد.
# What happens to a referral on a server.
we-call = سنتصل بهذا الشخص بشأن الخدمة التي تختارها. استأذنه أولًا.
may-say-who = هل نخبره بأنك من أحاله إلينا؟
say-my-name = نعم، أخبروه باسمي
submitting = جارٍ الإرسال...
submit = إرسال الإحالة
how-it-works = كيف يعمل البرنامج
privacy = إشعار الخصوصية
# For screen readers.
# $name the name of the person who was referred
# $status (plain) the status
# $points (number) the points
new-entry = إحالة جديدة: { $name }، { $status }، النقاط: { $points }.

## The list

your-referrals = إحالاتك
all-referrals = لوحة المشرف: جميع الإحالات
none = لم تُرسل أي إحالة بعد.
will-appear = تظهر هنا كل إحالة مع حالتها ونقاطها.
# $shown (number) how many are shown
# $all (number) how many there are
shown = يُعرض { $shown } من { $all }.
# $count (plain) how many more are shown then
show-more = اعرض المزيد ({ $count })
name = الاسم
phone = الهاتف
referred-by = صاحب الإحالة
service = الخدمة
date = التاريخ
status = الحالة
points = النقاط
notes = ملاحظات
change = تعديل
more = المزيد
pending = قيد الانتظار
successful = ناجحة

## The points that the admin gives

assign = منح النقاط أو تعديلها
save = حفظ
# After the name of a button or a field, for screen readers.
# $name the name of the person who was referred
for-person = { " " }لإحالة { $name }

## What is stored

keep-copy = احتفظ بنسخة
all-kept-here =
    كل ما في هذه الصفحة محفوظ في هذا المتصفّح وحده. يضيع إذا محا أحد بيانات المواقع من المتصفّح، وبعض
    المتصفّحات تمحوها من تلقاء نفسها بعد أسابيع بلا زيارة. ملف JSON فيه كل شيء، ويمكن استيراده من جديد هنا
    أو في متصفّح آخر. وملف CSV هو القائمة لبرامج الجداول.
export-json = تصدير بصيغة JSON
export-csv = تصدير بصيغة CSV
export-unreadable = تصدير ما لا يُقرأ
your-data = بياناتك
own-kept-here =
    حسابك وإحالاتك محفوظة في هذا المتصفّح وحده. تضيع إذا محا أحد بيانات المواقع من المتصفّح، وبعض المتصفّحات
    تمحوها من تلقاء نفسها بعد أسابيع بلا زيارة.
you-can = يمكنك أن تصدّر نسخة أو تمحو كل شيء.
export-mine = تصدير بياناتي
erase-mine = محو بياناتي
erase-title = محو بياناتك
# $mobile the number
erase-lead =
    يُزال من هذا المتصفّح حسابك وكل إحالة بالرقم { $mobile } ونقاطها، ولا يراها المشرف أيضًا. لا يمكن التراجع
    عن ذلك.
erase-all = محو كل شيء
# What stays after that.
trace =
    تبقى في هذا المتصفّح إشارة إلى أن هذا الرقم مُحي، كي لا يعيد استيرادُ نسخة قديمة البيانات. ليس فيها الرقم
    نفسه، لكن من يستطيع استخدام هذا الجهاز قد يستنتجه.
