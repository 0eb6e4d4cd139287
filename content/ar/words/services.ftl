### The page of all services, and the page of each.

title = الخدمات
# For search engines.
# $company the company's name
# $services the services' titles, with commas
description =
    ما تقدّمه { $company } للشركات في الهند والخليج: { $services }. ما تشمله كل خدمة،
    وما يحدث بعد ذلك.
lead = ست خدمات: لمن كل منها، وكيف نعمل، وما الذي تتسلّمه.
# The name of the list of links to them, for screen readers.
on-this-page = الخدمات في هذه الصفحة
# $title the title of a service
more-about = المزيد عن { $title }
what-it-covers = ما تشمله الخدمة
what-to-tell = ما نحتاج إلى معرفته منك
discuss = ناقش مشروعك معنا
# For screen readers.
# $title the title of a service
discuss-about = ناقش مشروعك معنا: { $title }

all-services = جميع الخدمات
# $title the title of a service
refer-for = أحِل شخصًا إلينا: { $title }
questions = أسئلة وأجوبة
