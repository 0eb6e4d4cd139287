### The list of posts, and the page of each.

title = المدونة
# For search engines.
# $company the company's name
description =
    خطط وأساليب وقوائم تحقق عملية من { $company } في التوظيف والتدريب والمشاريع
    وصيانة الطائرات.
lead = إرشادات عملية: خطط وأساليب وقوائم تحقق. استخدمها معنا أو من دوننا.
none = لا توجد مقالات بعد
none-lead = عُد لاحقًا: ستظهر مقالتنا الأولى هنا.
# $minutes (number) how long it takes to read
min-read =
    { $minutes ->
        [zero] أقل من دقيقة للقراءة
        [one] دقيقة واحدة للقراءة
        [two] دقيقتان للقراءة
        [few] { $minutes } دقائق للقراءة
        [many] { $minutes } دقيقة للقراءة
       *[other] { $minutes } دقيقة للقراءة
    }
read-more = اقرأ المزيد

back-to-the-blog = العودة إلى المدونة
in-this-post = في هذه المقالة
# $write (element) the link “Write to us”
any-questions = هل لديك أسئلة عن هذه المقالة؟ { $write }.
write-to-us = اكتب إلينا
tags = الوسوم:
read-next = اقرأ بعدها

not-found = لم نجد المقالة
not-found-description = لا توجد مقالة على هذا العنوان.
not-found-lead = عذرًا، المقالة التي تبحث عنها غير موجودة.
back-to-blog = العودة إلى المدونة
latest = أحدث المقالات
