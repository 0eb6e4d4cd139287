### The link that somebody shares, on a server.

share-link = شارك رابطك
share-lead =
    الطريقة الأفضل: يفتح صديقك الرابط، ويكتب اسمه ورقمه بنفسه، ويوافق على أن نتصل به. وتُحسب الإحالة لك. ترى اسمه، ولا ترى رقمه ولا ملاحظاته.
any-service = أي خدمة
for-what = الخدمة
create = إنشاء رابطي
# What the message says until somebody changes it.
# $company (plain) the company's name
message =
    قد تفيدك شركة { $company }. إذا أحببت، فاترك اسمك ورقمك هنا لتتصل بك:
message-label = ما تكتبه مع الرابط
message-hint = يأتي الرابط بعده. لا نحفظ هذا النص.
share = مشاركة…
whatsapp = واتساب
copy = نسخ الرابط
copied = نُسخ الرابط
copied-lead = يمكنك الآن لصقه حيث تشاء.
not-copied = لم يُنسخ الرابط
not-copied-lead = لا يسمح متصفّحك بذلك. حدّد الرابط وانسخه بنفسك.
not-opened = لم يفتحه أحد بعد.
# $opened (number) how often
# $submitted (number) how many people
counts =
    { $opened ->
        [zero] لم تُفتح روابطك
        [one] فُتحت روابطك مرة واحدة
        [two] فُتحت روابطك مرتين
        [few] فُتحت روابطك { $opened } مرات
        [many] فُتحت روابطك { $opened } مرة
       *[other] فُتحت روابطك { $opened } مرة
    }، { $submitted ->
        [zero] ولم يطلب أحد أن نتصل به.
        [one] وطلب شخص واحد أن نتصل به.
        [two] وطلب شخصان أن نتصل بهما.
        [few] وطلب { $submitted } أشخاص أن نتصل بهم.
        [many] وطلب { $submitted } شخصًا أن نتصل بهم.
       *[other] وطلب { $submitted } شخص أن نتصل بهم.
    }
qr = رمز QR لرابطك
name-or-new = الاسم في الصفحة، أو رابط جديد
page-name = الاسم في الصفحة
page-name-hint = يقرأ من يفتح الرابط أنك تقترح عليه خدماتنا. اتركه فارغًا إذا كنت لا تريد أن نذكر اسمك.
save-name = حفظ الاسم
new-link = إنشاء رابط جديد…
new-link-title = هل تريد رابطًا جديدًا؟
new-link-lead =
    يتوقف الرابط الذي شاركته عن العمل فورًا، حتى المطبوع على الورق. ومن يفتحه بعد ذلك يستطيع أن يكتب إلينا، لكن
    ذلك لا يُحسب إحالة منك.
new-link-now = إنشاء رابط جديد
