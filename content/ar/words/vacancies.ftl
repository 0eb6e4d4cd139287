### The list of vacancies, the page of each, and how they are named elsewhere.

title = الوظائف الشاغرة
# For search engines.
# $company the company's name
description =
    وظائف شاغرة في الهند والخليج تبحث { $company } عن مرشّحين لها، مع المكان والراتب وآخر موعد للتقديم.
    المرشّحون لا يدفعون شيئًا.
lead =
    وظائف نبحث لها عن مرشّحين. المرشّحون لا يدفعون شيئًا: صاحب العمل يدفع أتعابنا. وإذا لم
    تناسبك وظيفة منها، فأحِل إلينا من قد تناسبه.
# $place the town
# $country the country
town = { $place }، { $country }
# $date (element) the last day on which it is open
closes-on = آخر موعد للتقديم: { $date }
none = لا توجد وظيفة شاغرة الآن. أخبرنا بمهنتك وبالمكان الذي تريد أن تعمل فيه.
write-to-us = اكتب إلينا

all-vacancies = جميع الوظائف
place = المكان
kind = نوع العمل
pay = الراتب
posted = تاريخ النشر
closes = آخر موعد للتقديم
how-to-apply = طريقة التقديم
apply = تقدّم للوظيفة
# The subject of a message.
# $title (plain) the title of the vacancy
application = طلب توظيف: { $title }
# The subject of a message by somebody for whom no vacancy is open.
looking-for-work = أبحث عن عمل
refer = أحِل إلينا شخصًا لهذه الوظيفة

# $title the title of the vacancy
closed-title = مغلقة: { $title }
closed = هذه الوظيفة مغلقة
closed-description = هذه الوظيفة مغلقة.
# $title (element) the title of the vacancy
closed-lead =
    لم تعد هذه الوظيفة شاغرة: { $title }. أخبرنا بمهنتك وبالمكان الذي تريد أن تعمل فيه،
    نخبرك إذا كان لدينا ما يناسبك.
open-vacancies = وظائف شاغرة

# The kinds of employment.
kind-of =
    { $kind ->
        [full-time] دوام كامل
        [part-time] دوام جزئي
        [contract] عقد محدّد المدة
        [temporary] عمل مؤقت
       *[internship] تدريب عملي
    }
