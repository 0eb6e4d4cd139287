### What is on every page: header, footer, and what is said when a page fails.

home = الرئيسية
services = الخدمات
blog = المدونة
contact = اتصل بنا
# In the header.
referral = الإحالة
# In the footer.
referral-program = برنامج الإحالة
vacancies = الوظائف الشاغرة
courses = الدورات
cases = دراسات حالة
search = البحث

menu = القائمة
# The name of the header's links, for screen readers.
main = القائمة الرئيسية
skip = انتقل إلى المحتوى الرئيسي

quick-links = روابط سريعة
contact-info = معلومات الاتصال
whatsapp = واتساب
# $year (element) the year
# $company the company's name
copyright = © { $year } { $company }. جميع الحقوق محفوظة.

# The switch for light and dark.
colour-scheme = مظهر الألوان
system = النظام
light = فاتح
dark = داكن

lost = لم تُحمَّل هذه الصفحة كاملة. يمكنك قراءتها، لكن نماذجها لن تعمل.
reload = أعد تحميل الصفحة

failed = تعذّر تحميل هذه الصفحة
failed-why =
    جزء منها مفقود أو لم يعمل. ربما انقطع اتصالك، أو ربما حُدّث الموقع
    للتو.
try-again = حاول مرة أخرى
go-home = انتقل إلى الصفحة الرئيسية
