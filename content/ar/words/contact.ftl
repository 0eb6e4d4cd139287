### The contact page, but for what is said about mistakes in its form.

title = اتصل بنا
# For search engines.
# $company the company's name
# $offices the offices, such as “Chennai, India and Doha, Qatar”
description =
    تواصل مع { $company } في { $offices }: ساعات العمل والبريد الإلكتروني ونموذج
    المراسلة.
# $city the town
# $country the country
town = { $city } ({ $country })
lead = أخبرنا بما تحتاج إليه، وأين، ومتى.
# $number (element) the number
call = اتصل بالرقم { $number }
# $number (element) the number
whatsapp = واتساب { $number }
# $country the country
office = مكتب { $country }
email = البريد الإلكتروني
# $day a day of the week
day =
    { $day ->
        [Monday] الاثنين
        [Tuesday] الثلاثاء
        [Wednesday] الأربعاء
        [Thursday] الخميس
        [Friday] الجمعة
        [Saturday] السبت
       *[Sunday] الأحد
    }
# $first the first day of the week
# $last the last one
days = من { $first } إلى { $last }
# $days the days
# $opens (plain) a time
# $closes (plain) a time
hours = { $days }، من { $opens } حتى { $closes }
# $time (plain) the present time in the office's time zone
now = الآن { $time }

send-us = أرسل إلينا رسالة
# $email (element) the address
needs-script = يحتاج هذا النموذج إلى JavaScript. وإذا كان معطّلًا فراسلنا على { $email }.
name = الاسم
subject = الموضوع
message = الرسالة
sending = جارٍ الإرسال...
send = إرسال الرسالة
# $email (element) the address
no-server =
    يعمل هذا الموقع بلا خادم، ولذلك لن تصلنا رسالتك. راسلنا على { $email }
    بدلًا من ذلك.
use = نستخدم ما تكتبه للرد عليك، لا لأي غرض آخر.
privacy = إشعار الخصوصية
