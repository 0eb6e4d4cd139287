### The home page. Its headline and proofs are in site.json.

# $cities the towns of the offices, such as “Chennai and Doha”
lead =
    نوظّف لك من تحتاج إليهم وندرّبهم، من مدير واحد إلى مناوبة كاملة. ونطوّر برمجياتك
    ونشغّلها، ونقدّم المشورة لحظيرة طائراتك. نعمل من { $cities }.
our-services = خدماتنا
get-in-touch = تواصل معنا
# On the map.
# $country the country
office = مكتب { $country }

what-we-offer = ما نقدّمه
what-we-offer-lead =
    ست خدمات للشركات التي تعمل في الهند أو الخليج أو فيهما معًا. اختر واحدة
    منها، أو اجمع بين أكثر من خدمة.

open-vacancies = وظائف شاغرة
all-vacancies = جميع الوظائف
recent-work = أعمال حديثة
all-cases = جميع دراسات الحالة

ready = هل أنت مستعد للارتقاء بأعمالك؟
ready-lead =
    أخبرنا بما ينبغي أن يتغيّر، وأين، ومتى. نطرح عليك بضعة أسئلة، ثم نرسل إليك
    نطاق العمل والسعر مكتوبين.
contact-us-today = اتصل بنا اليوم
