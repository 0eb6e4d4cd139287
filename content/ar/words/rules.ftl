### What the rules and the server say. The English stands beside the codes: crates/domain/src/rejection.rs and notice.rs,
### crates/api/src/rejection.rs and done.rs. A toast that several codes share stands under the first of them.

error = خطأ

# The services that have no page of their own.
service-training = التدريب
service-royalty-card = بطاقة Royalty Card
service-loyalty-card = بطاقة Loyalty Card
service-others = خدمة أخرى
about = بخصوص:{ " " }

## The mobile number and the code

mobile-missing = أدخل رقم هاتفك المحمول.
mobile-missing-toast = أدخل رقم هاتف محمول صحيحًا.
mobile-not-digits = اكتب أرقامًا فقط، بلا مسافات ولا شرطات ولا علامة زائد.
mobile-too-short = الرقم قصير: رقم الهاتف المحمول من 10 أرقام إلى 15 رقمًا.
mobile-too-long = الرقم طويل: رقم الهاتف المحمول من 10 أرقام إلى 15 رقمًا.
wrong-code = ليس هذا هو الرمز الذي أرسلناه. تحقق منه وحاول مرة أخرى.
wrong-code-toast = رمز غير صحيح.
already-registered = لهذا الرقم حساب من قبل. اختر «تسجيل الدخول».
already-registered-toast = هذا الرقم مسجّل من قبل. سجّل الدخول.
not-registered = ليس لهذا الرقم حساب بعد. اختر «إنشاء حساب».
not-registered-toast = هذا الرقم غير مسجّل. أنشئ حسابًا.

## The referral

referrer-name-missing = أدخل اسمك.
referrer-name-missing-toast = املأ جميع الحقول المطلوبة للإحالة.
referrer-phone-missing = أدخل رقم هاتفك.
referred-name-missing = أدخل اسم الشخص الذي تحيله إلينا.
referred-phone-missing = أدخل رقم هاتفه.
service-missing = اختر خدمة.
service-unknown = اختر خدمة من القائمة.

## The points

points-missing = أدخل عددًا صحيحًا، 0 أو أكثر.
points-missing-toast = أدخل نقاطًا صحيحة.
points-not-whole = اكتب أرقامًا فقط: عددًا صحيحًا، 0 أو أكثر.
points-too-many = لا تتّسع الإحالة لأكثر من 9007199254740991 نقطة.
not-admin = هذا متاح للمشرف وحده.
not-logged-in = سجّل الدخول أولًا لتدير ما هو محفوظ برقمك.

## Exports, and what is stored

not-an-export = ليس هذا الملف تصديرًا لبرنامج الإحالة، أو هو تالف. اختر ملفًا من «تصدير بصيغة JSON».
export-unknown = هذا الملف من إصدار آخر لهذا الموقع. أعد تحميل الصفحة ثم حاول مرة أخرى.
import-too-large = هذا الملف أكبر مما يتّسع له متصفّح. اختر ملفًا لا يتجاوز 16 ميغابايت.
referral-gone = لم تعد هذه الإحالة محفوظة في هذا المتصفّح.
referral-sealed = تاريخ هذا السجل هو آخر تاريخ ممكن، فلا يمكن تعديله.
referral-sealed-toast = لا يمكن تعديل هذه الإحالة.
quarantine-full =
    لم يُحفظ شيء: كثير من السجلات المخزّنة لا يُقرأ، والحفظ يفقدنا إياها. ما كتبته ما زال هنا.
    يستطيع المشرف أن يصدّر كل شيء، ويمحو بيانات الموقع، ويستورد الملف من جديد.
storage-full =
    لم يُحفظ شيء لأن المساحة المتاحة للموقع في هذا المتصفّح امتلأت. ما كتبته ما زال هنا. احذف بعض بيانات
    المواقع من متصفّحك ثم حاول مرة أخرى.
storage-failed =
    لم يُحفظ شيء لأن هذا المتصفّح رفض التخزين. ما كتبته ما زال هنا. حاول مرة أخرى، أو استخدم
    متصفّحًا آخر.
storage-blocked =
    لا يسمح هذا المتصفّح للموقع بتخزين شيء. يمكنك أن تتابع، لكن تسجيل دخولك وإحالاتك تضيع عندما تغلق
    هذه الصفحة.
rules-unavailable = تعذّر تحميل جزء من هذه الصفحة. ما كتبته ما زال هنا. تحقق من اتصالك وحاول مرة أخرى.
unreadable =
    تعذّرت قراءة بعض ما هو محفوظ. يبقى كما هو ولا يُدرج في القائمة. نعيد المحاولة في كل زيارة،
    ويستطيع المشرف تصديره.
unreadable-title = محفوظات لا تُقرأ

## The contact form

contact-name-missing = أدخل اسمك.
contact-email-missing = أدخل بريدك الإلكتروني.
contact-email-invalid = أدخل بريدًا إلكترونيًّا مثل name@example.com.
contact-subject-missing = أدخل الموضوع.
contact-message-missing = اكتب رسالتك.
message-sent-title = أُرسلت رسالتك!
message-sent = شكرًا لتواصلك معنا. سنرد عليك قريبًا.
not-sent = لم يُرسل شيء بعد.

## What was done

code-sent-title = أُرسل الرمز (محاكاة)
code-sent = أُرسل رمز لمرة واحدة إلى { $mobile }. أدخل { $code } للمتابعة.
signed-up-title = أُنشئ حسابك!
signed-up = دخولك مسجّل الآن.
logged-in-title = سُجّل دخولك!
logged-in = مرحبًا بعودتك!
referral-submitted-title = أُرسلت الإحالة!
referral-submitted = أحلت إلينا { $name }.
points-assigned-title = تمام
points-assigned = حُفظت النقاط.
erased-title = مُحيت بياناتك
erased = لم يعد حسابك ولا إحالاتك محفوظة في هذا المتصفّح.

## What only a server says

too-long = اختصر هذا النص. أقصى عدد للأحرف: { $max }.
code-expired = انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.
country-code-missing = أضف رمز البلد، مثل +91 98765 43210 أو +974 5555 1234.
too-many-codes =
    أرسلنا إلى هذا الرقم عدة رموز. استخدم أحدثها، أو انتظر قليلًا قبل أن تطلب رمزًا آخر.
too-many-wrong-codes =
    أُدخلت اليوم رموز خاطئة كثيرة لهذا الرقم. سجّل الدخول من جهاز استخدمته من قبل، أو حاول غدًا.
sending-paused = لا نستطيع إرسال الرموز الآن. حاول لاحقًا.
sending-failed = تعذّر إرسال الرمز. تحقق من الرقم وحاول بعد دقيقة.
proof-required = لم يُكمل جهازك فحصًا أمنيًّا قصيرًا. حاول مرة أخرى.
codes-used-up = أرسلنا اليوم عدة رموز إلى هذا الرقم. حاول غدًا، أو اكتب إلينا.
page-ended =
    هذا الرابط لا يعمل. ربما مضى عليه وقت طويل، أو حلّ غيره محلّه، أو مُحيت البيانات التي كان يعرضها. إذا أردت
    أن تسألنا أو تعترض على الاتصال بك، فاكتب إلينا.
page-stale = تغيّرت هذه الصفحة بعد أن فتحتها. اقرأها من جديد ثم أجب.
name-has-number = أدخل اسمًا، لا رقم هاتف.
name-has-address = أدخل اسمًا بلا عنوان موقع ولا بريد إلكتروني. ضع مسافة بعد النقطة.
agreement-missing = اقرأ النص، ثم ضع علامة في المربع. من دون ذلك لا نتصل بك.
session-ended-title = انتهى تسجيل الدخول
session-ended = انتهى تسجيل دخولك. ما كتبته محفوظ: سجّل الدخول من جديد لتتابع.
session-changed-title = تسجيل دخول آخر
session-changed =
    سجّل شخص آخر الدخول هنا بعدك، فلم يُنفَّذ شيء. ما كتبته محفوظ: تحقق ممن سجّل الدخول
    ثم تابع.
referral-stale = عدّل شخص آخر هذه الإحالة بعد أن فتحتها. راجعها ثم احفظ من جديد.
key-reused = أُرسل هذا من قبل بتفاصيل أخرى. أعد تحميل الصفحة.
text-too-long = أحد النصوص أطول من اللازم. اختصره.
bad-request = لم يفهم الموقع هذا الطلب. أعد تحميل الصفحة.
cross-site = جاء هذا الطلب من موقع آخر، فرُفض.
too-many-requests = محاولات كثيرة. انتظر قليلًا ثم حاول مرة أخرى.
allowance-used =
    بلغ حسابك أو شبكتك حدّ اليوم، فلم يُرسل هذا. ما كتبته ما زال هنا: حاول غدًا.
unavailable =
    يتعذّر الوصول إلى الموقع الآن. لم يُحفظ شيء، وما كتبته ما زال هنا. حاول بعد قليل.
outcome-unknown =
    لم يُجب الموقع في الوقت المحدّد، فلا نعلم هل حُفظ هذا. ما كتبته ما زال هنا. حاول بعد قليل.
redemption-gone = هذا الطلب غير موجود هنا. أعد تحميل الصفحة.
leaderboard-off = لا توجد الآن قائمة بالأكثر نقاطًا.

## The pages that are shared, where somebody types about themselves

own-referred-name-missing = أدخل اسمك.
own-referred-phone-missing = أدخل رقم هاتفك.
own-mobile-missing = أدخل رقم هاتفك.
own-self-referral = هذا رابطك أنت. شاركه مع غيرك.
consent-settled =
    هذه الإحالة مغلقة، فلن نتصل بك بشأنها. ويمكنك مع ذلك أن تطلب منا ألا نتواصل معك أبدًا، أو أن نمحو ما نحفظه عنك.
service-not-offered = لا نقدّم هذه الخدمة الآن. اختر غيرها.
history-full = كثرت التغييرات على هذه الإحالة، فلا يمكن إضافة شيء إليها.
control-characters = في أحد النصوص علامات غير مرئية لا يمكن حفظها. اكتب النص بدلًا من لصقه، ثم حاول مرة أخرى.
answer-unknown = اختر أحد الأجوبة.
page-code-sent-title = أُرسل الرمز
page-code-sent = أرسلنا رمزًا إلى { $number }.
go-back = ارجع إلى الصفحة السابقة في متصفّحك: ما كتبته ما زال فيها.
try-again-in = انتظر قبل المحاولة التالية. عدد الثواني: { $seconds }.
form-submitted = أحلت إلينا شخصًا، وحُفظت إحالتك.

## How far a referral is: the name of its stage, and the sentence that the referrer reads

public-received = وصلتنا
public-contacted = جرى التواصل
public-qualified = قيد التحضير
public-in-progress = قيد التنفيذ
public-successful = ناجحة
public-declined = مغلقة دون نتيجة
public-withdrawn = مسحوبة
public-other = قيد النظر
progress-received = وصلتنا إحالتك، وسنتواصل مع من أحلته قريبًا.
progress-contacted = تواصلنا مع من أحلته.
progress-qualified = نستطيع المساعدة، ونحضّر الخطوة التالية.
progress-in-progress = نعمل الآن مع من أحلته.
progress-successful = نجحت الإحالة. شكرًا لك!
progress-declined = لم نستطع أن نمضي في هذه الإحالة.
progress-withdrawn = سُحبت الإحالة.
progress-other = الإحالة قيد النظر.
reason-not-interested = ليس مهتمًّا الآن.
reason-no-answer = لم نتمكن من الوصول إليه.
reason-chose-another = اختار جهة أخرى.
reason-terms = لم نتفق على الشروط.
reason-no-opening = ليس لدينا الآن ما يناسبه.
reason-outside-offer = ما يحتاج إليه خارج ما نقدّمه.
reason-not-qualified = لم يكن ذلك مناسبًا هذه المرة.
reason-contact-invalid = بيانات الاتصال غير صحيحة.

## What members meet on a server alone

referral-gone-here = لم تعد هذه الإحالة موجودة هنا، فقد مُحيت.
not-allowed = لا تسمح صلاحياتك بهذا.
stage-closed = هذه الإحالة مغلقة. لا بد من فتحها من جديد أولًا.
too-late = فات أوان هذا التغيير هنا. تواصل معنا.
self-referral = هذا رقمك أنت. أدخل رقم من تحيله إلينا.
event-gone = لا يوجد ما تتراجع عنه: سبق التراجع عنه، أو أنه ليس هنا.
undone-too-often = جرى التراجع عن هذا مرات كثيرة. تواصل معنا إذا أردت تغييره.
answer-stays = هذا جواب الشخص نفسه، فلا يمكنك التراجع عنه. ويستطيع هو أن يغيّره.
offer-gone = هذه المكافأة غير متاحة الآن. اختر غيرها.
offer-changed-since = تغيّر السعر أو القيمة. أغلق هذه النافذة، وتحقق من المكافأة، ثم اختر من جديد.
offer-used-up = نفدت هذه المكافأة. اختر غيرها.
points-too-few = لا تكفي نقاطك لهذا. والنقاط المحجوزة لا تُحسب بعد.
reference-too-long = اختصر هذا النص. أقصى عدد للأحرف: 200.
reference-bank =
    تبدو هذه بيانات مصرفية، ونحن لا نحفظها. أدخل رقمك في كشوف الرواتب، وهو 8 أرقام على الأكثر، أو عنوان قسيمة يبدأ بـ https://.
request-moved = انتقل هذا الطلب إلى خطوة أخرى. انظر إلى أين وصل، ثم حاول مرة أخرى.
second-factor-missing = أكّد هويتك برمز تطبيق المصادقة.
second-factor-stale = لم يُنفَّذ شيء بعد. أكّد هويتك مرة أخرى برمز تطبيق المصادقة.
second-factor-wrong =
    هذا ليس الرمز الحالي في تطبيق المصادقة، ولا رمز استرداد لم يُستخدم. انتظر الرمز التالي ثم حاول مرة أخرى.
second-factor-paused = أُدخلت رموز خاطئة كثيرة. انتظر بضع دقائق ثم حاول مرة أخرى.
second-factor-used-up = أُدخلت اليوم رموز خاطئة كثيرة. استخدم مفتاح مرور أو رمز استرداد، أو حاول غدًا.
last-owner = لا يستطيع المالك الأخير أن يغادر. اجعل شخصًا آخر مالكًا أولًا، وليسجّل الدخول مرة.
corrected-name = الاسم
corrected-phone = الهاتف
corrected-service = الخدمة
corrected-notes = الملاحظات

## What was done on a server, and what pages say while it cannot be reached

otp-sent-title = أُرسل الرمز
otp-sent = أُرسل رمز لمرة واحدة إلى { $number }. أدخله لتتابع.
checking-title = جارٍ التحقق…
checking = نجري أولًا فحصًا أمنيًّا قصيرًا، ثم يصلك الرمز.
confirmed-title = تأكّدنا من هويتك
confirmed = يمكنك المتابعة.
withdrawn-title = سُحبت الإحالة
withdrawn = الإحالة مغلقة الآن.
corrected-title = حُفظ التصحيح
corrected = ما أرسلته أولًا ما زال محفوظًا.
undone-title = تراجعت عن التغيير
undone = يبقى ذلك في السجلّ.
says-who-title = حُفظ اختيارك
says-who = قد نذكر اسمك لمن أحلته.
says-not-who-title = حُفظ اختيارك
says-not-who = لن نذكر اسمك لمن أحلته.
page-made-title = الصفحة جاهزة
page-made = أرسل رابطها إلى صاحبها. لن يظهر الرابط مرة أخرى.
name-saved-title = حُفظ الاسم
name-saved = تُرسل إحالاتك التالية بهذا الاسم.
notifications-saved-title = حُفظ اختيارك
notifications-saved = نعمل به من الآن.
redemption-requested-title = أُرسل طلبك
redemption-requested = سننظر فيه قريبًا. وترى هنا كل خطوة.
redemption-cancelled-title = سُحب الطلب
redemption-cancelled = عادت النقاط إليك.
reference-saved-title = حُفظت بيانات الاستلام
reference-saved = سيراها من ينفّذ الدفع.
leader-name-saved-title = حُفظ الاسم
leader-name-saved = يظهر في القائمة حالما تصبح من العشرة الأوائل.
leader-name-removed-title = خرجت من القائمة
leader-name-removed = لم يعد الاسم الذي اخترته محفوظًا.
link-made-title = أُنشئ الرابط
link-made = لا يعمل الآن غير هذا الرابط. شاركه مع من قد يحتاج إلينا.
link-saved-title = حُفظ التغيير
link-saved = هكذا يراه من الآن كل من يفتح رابطك.
account-erased-title = مُحيت بياناتك
account-erased = مُحي حسابك وكل ما سُجّل عن رقمك.
out-of-date-title = لا يوجد اتصال
out-of-date = قد يكون ما تراه قديمًا. نحدّثه حالما يمكن الوصول إلى الموقع.
change-unknown-title = لم يتأكد الحفظ بعد
change-unknown = لا نعلم هل حُفظ تغييرك الأخير. نتحقق حالما يمكن الوصول إلى الموقع، ونخبرك هنا.
saved-for-later-title = حُفظت الإحالة لتُرسل لاحقًا
saved-for-later = يتعذّر الوصول إلى الموقع الآن. الإحالة محفوظة على هذا الجهاز، وتُرسل حالما يعود الاتصال.
sent-after-all-title = أُرسلت الإحالة!
sent-after-all = أُرسل ما كان ينتظر على هذا الجهاز.
still-waiting = ما زال الوصول إلى الموقع متعذّرًا. تبقى إحالاتك المنتظرة محفوظة على هذا الجهاز.

## Where a request for a reward stands

request-label-requested = أُرسل
request-label-approved = قُبل
request-label-batched = قيد الدفع
request-label-paid = دُفع
request-label-failed = تعذّر الدفع
request-label-declined = لم يُقبل
request-label-cancelled = سُحب
request-label-reference = تغيّرت بيانات الاستلام
