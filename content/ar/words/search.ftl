### The search, and the page that is shown without a connection.

title = البحث
# For search engines.
# $company the company's name
description =
    ابحث في خدمات { $company } ومقالاتها وصفحاتها، أو اختر من قائمتها الكاملة.
lead = ابحث في خدماتنا ومقالاتنا وصفحاتنا، أو اختر من القائمة.
looking-for = عمّ تبحث؟
failed = تعذّر تحميل البحث. تحقق من اتصالك وحاول مرة أخرى.
results = النتائج
# $query what was searched
nothing-found = لم نجد شيئًا عن «{ $query }». جرّب كلمة أقصر أو كلمة أخرى.
# $query what was searched
found =
    { $count ->
        [zero] لم نجد أي صفحة عن «{ $query }».
        [one] وجدنا صفحة واحدة عن «{ $query }».
        [two] وجدنا صفحتين عن «{ $query }».
        [few] وجدنا { $count } صفحات عن «{ $query }».
        [many] وجدنا { $count } صفحة عن «{ $query }».
       *[other] وجدنا { $count } صفحة عن «{ $query }».
    }

all-pages = جميع الصفحات
services = الخدمات
articles = المقالات
about-us = من نحن

offline = تعذّر الوصول إلى هذه الصفحة
offline-description = الصفحة غير محفوظة على جهازك، ويتعذّر الوصول إلى موقعنا.
offline-lead =
    الصفحة غير محفوظة على جهازك، ويتعذّر الوصول إلى موقعنا. تحقق من اتصالك
    وحاول مرة أخرى. أما الصفحات العربية المدرجة أدناه وفي القائمة فتُفتح من غير اتصال.
try-again = حاول مرة أخرى
