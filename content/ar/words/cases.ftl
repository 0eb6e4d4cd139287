### The list of cases, and the page of each.

title = دراسات حالة
# For search engines.
# $company the company's name
description = أعمال { $company }: ما طُلب، وما أُنجز، وما قِيس بعد ذلك.
lead = ما طُلب، وما أُنجز، وما قِيس بعد ذلك.

all-cases = جميع دراسات الحالة
sector = القطاع
service = الخدمة
asked = ما طُلب
done = ما أُنجز
measured = ما قِيس
something-like-this = هل تحتاج إلى شيء مماثل؟
discuss = ناقش مشروعك معنا
next = أخبرنا بما تحتاج إليه، وأين، ومتى.
