### The list of courses, and the page of each.

title = الدورات
# For search engines.
# $company the company's name
description =
    دورات مفتوحة تقدّمها { $company }: ما يتمرّن عليه المشاركون، والمكان والموعد وعدد المقاعد
    والسعر.
lead = دورات مفتوحة محدّدة الموعد والسعر. ونقدّم كلًّا منها في مقرّ عملك أيضًا.
next-on-request = الموعد القادم عند الطلب

all-courses = جميع الدورات
dates = المواعيد
place = المكان
seats = المقاعد
price = السعر
no-date = لم يُحدَّد الموعد القادم بعد: اسألنا
# $starts (element) the first day
# $ends (element) the last day
from-to = من { $starts } إلى { $ends }
take-part = المشاركة
ask = اسأل عن هذه الدورة
# The subject of a message.
# $title (plain) the title of the course
course = دورة: { $title }
refer = أحِل إلينا شخصًا لهذه الدورة
next =
    أخبرنا بعدد المشاركين وبالموعد الذي يناسبك. نرد عليك بالمقاعد المتاحة
    ومخطط الدورة وبيانات الفاتورة.
