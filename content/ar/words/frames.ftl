### The pages that only a server shows: the one behind a link that somebody shares, and the one of a person who was
### referred. What they say about mistakes stands beside the codes.

# The name of the ways to the same page in other languages, for screen readers.
languages = اللغات
code = الرمز
code-hint = الأرقام التي في الرسالة النصية التي أرسلناها إليك الآن. تبقى صالحة خمس دقائق.
code-title = أدخل الرمز
send-again = إرسال الرمز مرة أخرى
privacy = إشعار الخصوصية

## Behind a link: what somebody types

link-title = أخبرنا بما تحتاج إليه
# What a link preview shows, as for each of these pages.
link-description = اترك اسمك ورقمك لنتصل بك بشأن الخدمة التي تختارها.
# $name (element) who shares the link
# $company the company's name
recommends = وصلتك توصية من { $name } بشركتنا { $company }.
# $company the company's name
link-lead =
    اكتب اسمك ورقمك أنت واختر خدمة، فتتصل بك شركتنا { $company }. وإذا كان هذا الرابط لا يزال صالحًا، فمن
    شاركه يرى اسمك والخدمة وما يصل إليه طلبك، ولا يرى رقمك ولا ملاحظاتك، وقد يحصل على نقاط.
your-name = اسمك
your-phone = رقم هاتفك
your-phone-hint = نرسل إليه رمزًا. ولا يصلنا طلبك إلا بعد أن تكتب الرمز في الصفحة التالية.
service = الخدمة
select-service = اختر خدمة
opening = وظيفة شاغرة أو دورة
additional-notes = ملاحظات إضافية
# Beside a box, below the text that is agreed to.
agree = أوافق على ما سبق.
send-code = إرسال رمز إلى هاتفي
send-request = إرسال طلبي
change-typed = تعديل ما كتبته

## Behind a link: for whoever has asked never to be contacted

asked-never-title = طلبت منا ألا نتواصل معك أبدًا
asked-never =
    طلبت ذلك لهذا الرقم، فلن نتصل بك، ولم نحفظ شيئًا مما كتبته. ولا يعلم بذلك أحد غيرك، ولا حتى من شارك
    الرابط.
asked-never-right = إذا لم يتغيّر رأيك، فأغلق هذه الصفحة.
changed-mind = إذا غيّرت رأيك
take-back =
    يمكنك أن تتراجع عن ذلك. عندئذٍ نتصل بك بشأن ما كتبته، ويمكن لغيرك أن يحيلك إلينا من جديد. أما الإحالات
    التي أغلقناها من قبل فتبقى مغلقة.
taken-back = أتراجع عن طلبي السابق: اتصلوا بي

## Behind a link: the end

request-title = وصلنا طلبك
request-thanks = شكرًا لك. سنتصل بك بشأن الخدمة التي اخترتها.
# $write (element) a link with the words below
request-change =
    يمكنك أن تغيّر رأيك في أي وقت. أخبرنا بذلك حين نتصل بك، أو { $write }، فنتوقف عن الاتصال بك، أو نخبرك بما
    نحفظه عنك، أو نمحوه، كما تطلب.
# In the middle of a sentence.
write-to-us = اكتب إلينا

## The page about a person: where it is opened

entrance-title = الصفحة الخاصة بك
person-description = ما نحفظه عنك، ولك أن تقرّر هل نتصل بك.
# $write (element) a link with the words above
entrance-lead =
    اقترح علينا شخص تعرفه أن نتصل بك، وأرسل إليك رابطًا. ألصقه هنا لترى ما نحفظه عنك، ولتخبرنا هل تريد أن نتصل
    بك، أو { $write }.
link-sent = الرابط الذي وصلك
open-page = فتح الصفحة

## The page about a person: what is stored

person-title = هل تسمح لنا بأن نتصل بك؟
# $name (element) who referred them
# $company the company's name
suggested = وصلنا من { $name } اقتراح بأن تتصل بك شركتنا { $company }.
# $company the company's name
suggested-nameless = اقترح شخص تعرفه أن تتصل بك شركتنا { $company }.
said-yes = سمحت لنا بأن نتصل بك. يمكنك أن تسحب موافقتك هنا، أو بأن تكتب إلينا.
unanswered = لم تُجب بعد.
# After the sentence before.
may-call = إذا لم تفعل شيئًا، فقد نتصل بك.
closed = هذه الإحالة مغلقة: لن نتصل بك بشأنها بعد الآن.
told = ما قيل لنا عنك
fact-name = اسمك
fact-number = رقمك
fact-service = موضوع الإحالة
fact-notes = ما كُتب عن هذا الموضوع
fact-since = تاريخ وصول الإحالة
who-sees =
    قد يحصل من أحالك على نقاط، ويرى هل وافقت. وإذا رفضت، فلا يرى إلا أن الإحالة أُغلقت، وما تطلب محوه يختفي من
    قائمته. ومن لديه رابط هذه الصفحة يستطيع قراءتها، ولذلك نتحقق ممن يجيب: عند ضغط أي زر من هذه الأزرار نرسل
    رمزًا إلى رقمك، ولا يتغيّر شيء قبل أن تكتبه.

## The page about a person: their answers

yes-title = نعم، اتصلوا بي
yes = أسمح لكم بأن تتصلوا بي
yes-text = إذا أجبت بنعم، فأنت توافق على ما يلي:
when = ما الوقت المناسب لك؟
language = بأي لغة؟
replaces = ما تكتبه هنا يحل محل ما أخبرتنا به من قبل.
no-title = لا، لا أريد اتصالًا بشأن هذا الموضوع
no = لا تتصلوا بي بشأن هذا الموضوع
no-text = نغلق هذه الإحالة ولا نتصل بك بشأنها. ويبقى ما حُفظ عنك إلى أن تطلب محوه.
after-all = هل تريد أن نتصل بك مع ذلك؟
# $ask (element) a link with the words below
after-all-ask = { $ask }: اكتب الموضوع، ثم الرمز الذي نرسله إلى رقمك.
# At the beginning of a sentence.
ask-us = اطلب أن نتصل بك
never = لا تتواصلوا معي أبدًا
never-text =
    نغلق كل إحالة لرقمك، الآن وفيما بعد، ولا نتصل بك بشأن أي منها. ولا يستطيع أحد غيرك أن يتراجع عن ذلك: لا بد
    أن تطلب أنت أن نتصل بك. ولكي نتعرّف على رقمك نحتفظ ببصمة رقمية له لا يستطيع مطابقتها إلا خادمنا.
delete-data = امحوا بياناتي
delete-text =
    نمحو ما قدّمه غيرك من بيانات عنك، ويتوقف هذا الرابط عن العمل. لا يمكن التراجع عن ذلك. ويبقى حسابك أنت إن
    كان لك حساب، وتبقى بصمة رقمية لرقمك، كي لا تعود بياناتك من نسخة قديمة. وإذا أردت ألا نتصل بك إن أحالك أحد
    من جديد، فاضغط أولًا «لا تتواصلوا معي أبدًا».
questions = لديك أسئلة، أو لم يعد هذا رقمك؟ اكتب إلينا
# $answer (element) one of the answers below
your-answer = جوابك: { $answer }
answer-yes = أسمح لكم بأن تتصلوا بي.
answer-no = لا تتصلوا بي بشأن هذا الموضوع.
answer-never = لا تتواصلوا معي أبدًا.
answer-delete = امحوا بياناتي.
confirm = تأكيد جوابي
back = رجوع بلا أي تغيير

## The page about a person: the ends

agreed-title = سنتصل بك
agreed = شكرًا لك. سمحت لنا بأن نتصل بك بشأن هذا الموضوع.
agreed-change = لتغيير الوقت أو اللغة، أو لسحب موافقتك، افتح مرة أخرى الرابط الذي وصلك.
refused-title = لن نتصل بك بشأن هذا الموضوع
refused = أغلقنا هذه الإحالة. ويبقى ما حُفظ عنك إلى أن تطلب محوه. ولطلب المحو افتح مرة أخرى الرابط الذي وصلك.
# $ask (element) a link with the words above
refused-after-all = هل تريد أن نتصل بك مع ذلك؟ { $ask }.
never-title = لن نتواصل معك
never-done =
    أغلقنا جميع الإحالات لرقمك، وسنغلق كل إحالة جديدة. والصفحة التي يفتحها رابطك لا تقول إلا أن الإحالة مغلقة،
    كي لا يعرف أحد غيرك السبب.
never-delete = إذا أردت أن نمحو بياناتك أيضًا، فافتح مرة أخرى الرابط الذي وصلك.
# $ask (element) a link with the words below
never-change =
    إذا غيّرت رأيك، { $ask }: هناك يمكنك أن تتراجع عن هذا برمز يصل إلى رقمك.
# In the middle of a sentence.
ask-us-within = فاطلب أن نتصل بك
deleted-title = نُفّذ طلب المحو
deleted = محونا ما قدّمه غيرك من بيانات عنك.
# $link (element) a link with the words below
deleted-account = حسابك أنت لا يزال هنا: { $link }.
log-in-to-delete = سجّل الدخول لتمحوه
deleted-mark = كي لا تعود بياناتك من نسخة قديمة، نحتفظ ببصمة رقمية لرقمك لا يستطيع مطابقتها إلا خادمنا.
