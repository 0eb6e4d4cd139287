### The referral page, where the records are on a server.

loading = جارٍ التحميل…
unknown-device = جهاز غير معروف
confirm = تأكيد
undo = تراجع

## Codes that are really sent

number-hint = اكتبه بأي صيغة. إذا كان الرقم من خارج الهند وقطر، فابدأ بعلامة الجمع (+) ثم رمز البلد.
# $mobile the number
code-sent =
    أرسلنا رمزًا إلى { $mobile }. يبقى صالحًا خمس دقائق. لا تكتبه إلا هنا، فلن نطلبه منك أبدًا.
# For somebody to whom no code can be sent.
# $mobile the number
code-given = أدخل أحدث رمز أُرسل إلى { $mobile }، أو الرمز الذي أعطاك إياه مكتبنا.
code-under-way = لم يصلك الرمز بعد؟ يمكنك طلب رمز آخر بعد نصف دقيقة.
code-again = إرسال رمز آخر

## The second factor, for staff

factor-title = أكّد هويتك
factor-lead =
    هذه الخطوة تصدّر بياناتك كلها أو تمحوها، ولم تُدخل رمزًا في الدقائق العشر الأخيرة. لم يُنفَّذ شيء بعد،
    وتُنفَّذ الخطوة حالما تؤكّد هويتك.
factor-code = رمز تطبيق المصادقة
factor-hint = ستة أرقام تتغيّر كل 30 ثانية. إذا لم يكن التطبيق معك، فاستخدم أحد رموز الاسترداد.

## What waits on this device for a connection

kept = محفوظ على هذا الجهاز
send-now = إرسال الآن
sent = أُرسل ما كان في الانتظار.
# $count (number) how many
waiting =
    { $count ->
        [zero] لا إحالات تنتظر عودة الاتصال.
        [one] إحالة واحدة تنتظر عودة الاتصال.
        [two] إحالتان تنتظران عودة الاتصال.
        [few] { $count } إحالات تنتظر عودة الاتصال.
        [many] { $count } إحالة تنتظر عودة الاتصال.
       *[other] { $count } إحالة تنتظر عودة الاتصال.
    }
# $count (number) how many
# $owner whose they are
waiting-of =
    { $count ->
        [zero] لا إحالات تنتظر باسم { $owner }.
        [one] إحالة واحدة باسم { $owner } تنتظر أن يسجّل صاحبها الدخول من جديد.
        [two] إحالتان باسم { $owner } تنتظران أن يسجّل صاحبهما الدخول من جديد.
        [few] { $count } إحالات باسم { $owner } تنتظر أن يسجّل صاحبها الدخول من جديد.
        [many] { $count } إحالة باسم { $owner } تنتظر أن يسجّل صاحبها الدخول من جديد.
       *[other] { $count } إحالة باسم { $owner } تنتظر أن يسجّل صاحبها الدخول من جديد.
    }
# Another member with the name of whoever reads it.
# $name that name
another = { $name } (شخص آخر بالاسم نفسه)
not-accepted = لم تُقبل
# $name the name of the person who was referred
# $reason why not, in a sentence
not-accepted-yours = لم تُقبل إحالتك لـ{ $name }: { $reason }
# $owner whose it is
# $name the name of the person who was referred
# $reason why not, in a sentence
not-accepted-of = لم تُقبل إحالة { $name } المرسلة باسم { $owner }: { $reason }
put-back = إعادتها إلى النموذج
discard = حذفها
form-in-use = في النموذج إحالة لم تُرسل بعد
form-in-use-lead = أرسل ما تكتبه الآن أو امسحه أولًا. وتبقى الإحالة الأخرى هنا.

## What a referral is worth

what-you-get = ما تحصل عليه
for-example = يمكنك أن تستبدل نقاطك، مثلًا، بما يلي:

## How far a referral is

they-agreed = سمح لنا بأن نتصل به.
they-were-asked = له صفحة خاصة به، ولم يُجب فيها بعد.
we-may-say-who = يمكننا أن نذكر له اسمك.
history = ما جرى وما يمكنك تغييره
# After the text before, for screen readers.
# $name the name of the person who was referred
about-person = { " " }في إحالة { $name }
correct = تصحيح…
send-page = إرسال صفحته إليه…
say-who = السماح بأن نذكر له اسمك
say-not-who = عدم ذكر اسمك له
withdraw = سحب الإحالة…

## Its history

submitted = أُرسلت الإحالة
# $text what it is now
corrected = صحّحت ما كتبته إلى «{ $text }»
withdrawn = سُحبت الإحالة
# $text what the stage is called
# $note why, as somebody wrote it
withdrawn-because = { $text } «{ $note }»
# $text what we wrote
texted = أرسلنا إليك رسالة نصية: «{ $text }»
# $text what we wrote
wrote-whatsapp = كتبنا إليك عبر واتساب: «{ $text }»
undid =
    { $by ->
        [you] تراجعت عن هذا
        [referrer] تراجع صاحب الإحالة عن هذا
        [referred] تراجع الشخص الذي أُحيل إلينا عن هذا
       *[company] تراجعت الشركة عن هذا
    }
said-who = سمحت لنا بأن نذكر له اسمك
said-not-who = طلبت ألا نذكر له اسمك

## What somebody can still do about it

# $name the name of the person who was referred
correct-title = تصحيح إحالة { $name }
correct-lead = يبقى ما أرسلته محفوظًا، ونعمل بما صحّحته.
correct-now = تصحيح
what-is-wrong = ما الخطأ؟
# $name the name of the person who was referred
withdraw-title = سحب إحالة { $name }
withdraw-lead = لن نتواصل معه، وإذا كنا قد تواصلنا معه فسنتوقف. يمكنك التراجع عن هذا خلال عشر دقائق.
withdraw-now = سحب
why = السبب
# $name the name of the person who was referred
page-title = إرسال الصفحة إلى { $name }
page-lead = يرى فيها ما نحفظه عنه، ويخبرنا هل يسمح لنا بأن نتصل به. وأنت من يرسل إليه الرابط.
page-make = إنشاء الرابط
page-says-who = تذكر الصفحة أنك صاحب الإحالة.
page-says-nobody = لا تذكر الصفحة صاحب الإحالة.
their-page = صفحته
their-page-lead = أرسل إليه هذا الرابط.
link = الرابط
by-whatsapp = إرساله عبر واتساب
# What somebody sends with it.
# $company (plain) the company's name
# $address (plain) the address of the page
page-message =
    اقترحت على شركة { $company } أن تتصل بك. هنا ترى ما تحفظه الشركة عنك، وتخبرها هل تسمح لها بالاتصال بك: { $address }

## Referrals about the reader

about-you = إحالات عنك أرسلها غيرك
about-you-lead = أعطانا هؤلاء رقمك. إذا كنت لا تريد أن نتواصل معك، فاسحب الإحالة.

## The account

console = لوحة الموظفين (بالإنجليزية)
logout-everywhere = تسجيل الخروج من كل الأجهزة
your-name = بأي اسم نخاطبك
your-name-lead = تُرسل إحالاتك التالية بهذا الاسم، وبه نخاطبك.
change-name = تغيير اسمك
name = الاسم
save-name = حفظ الاسم
texts = التنبيهات بالرسائل النصية
texts-lead = ترى هنا ما وصلت إليه إحالاتك. ويمكننا أن نخبرك به برسالة نصية أيضًا.
texts-choose = اختر هل نرسل إليك رسائل نصية
texts-on = نرسل رسالة نصية إلى رقمك كلما تغيّرت إحدى إحالاتك، أو كتبنا إليك بشأنها.
texts-off = لا نرسل إليك رسائل نصية عن إحالاتك.
texts-stop = إيقاف الرسائل النصية
texts-start = تلقّي رسالة نصية كلما تغيّرت إحالة
logins = الأجهزة التي سجّلت الدخول منها
logins-lead =
    إذا رأيت جهازًا لا تعرفه، فسجّل الخروج منه. وينتهي تسجيل الدخول من تلقاء نفسه بعد اثنتي عشرة ساعة بلا استخدام.
logins-show = عرض الأجهزة
logged-in = وقت تسجيل الدخول
last-used = آخر استخدام
this-login = هذا الجهاز
log-out = تسجيل الخروج
# $device what it is
logged-out = سُجّل الخروج من { $device }.

## What is stored

kept-here = حسابك وإحالاتك محفوظة على خادم هذا الموقع، فتراها من أي جهاز تسجّل الدخول منه.
# $mobile the number
erase-lead =
    يُمحى من هذا الموقع حسابك وكل إحالة أُرسلت بالرقم { $mobile } ونقاطها، فلا يراها بعد ذلك حتى المشرف.
    لا يمكن التراجع عن ذلك.
erase-trace =
    وتُمحى أيضًا الإحالات التي أرسلها غيرك عنك، والرسائل الواردة من بريد إلكتروني في عنوانه رقمك. وإذا كان أحد قد
    كتب رقمك في موضع آخر، وُضعت علامة مكانه.
# For staff, after the text before.
erase-staff =
    ولن تعود من موظفينا هنا: يُمحى سجلك الوظيفي هنا وعوامل التحقق الثانية، وتتوقف خطافات الويب ورموز الواجهة
    البرمجية (API) التي باسمك.
