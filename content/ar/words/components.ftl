### What forms, dialogs and notices have in common.

optional = اختياري
close = إغلاق
cancel = إلغاء
error = خطأ
# The field for what somebody corrects something to.
should-be = الصواب

# The button that closes a notice, for screen readers.
dismiss = إغلاق الإشعار
# The name of the place for notices, for screen readers. The key that leads there is filled in by the page.
notifications = الإشعارات ({ "{hotkey}" })
# What that place says while there is none, to whoever goes there.
no-notifications = لا توجد إشعارات

## The import of an export

import-label = استيراد تصدير بصيغة JSON
import-hint = ترى ما الذي سيتغيّر قبل أن يُستورد شيء.
import-unread = تعذّرت قراءة هذا الملف. اختره من جديد، أو اختر غيره.
import-title = استيراد السجلات
# $file (element) the name of the file
import-lead = هذا ما في { $file }. الاستيراد لا يحذف شيئًا ولا يلغي تعديلًا أحدث.
import-new = جديدة
import-changed = متغيّرة
import-same = موجودة هنا
import-refused = مرفوضة
import-unreadable = لا تُقرأ
import-denied = غير مسموح بها
import-future = بتاريخ لاحق
import-ignored = متجاهَلة
# $count (number) how many referrals
# $more (number) points more
# $less (number) points less
import-points = إحالات يتغيّر منح نقاطها: { $count } (نقاط تُضاف: { $more }، ونقاط تُخصم: { $less }).
import-answers = إجابات عن الموافقة: { $count }. لا يمكن التراجع إلا عمّا سُجّل بالهاتف، والرفض يُغلق الإحالة نهائيًّا.
import-why-refused = السجلات المرفوضة محاها أصحابها هنا.
import-why-denied = السجلات غير المسموح بها يستوردها أو يمنح نقاطها شخص آخر، أو امتلأ تاريخها.
import-why-future = السجلات التي تاريخها بعد الآن لا تُؤخذ.
import-why-unreadable = ما لا يُقرأ يبقى في الملف ولا يغيّر شيئًا هنا.
import-why-ignored =
    المتجاهَل ليس سجلات: هو نسخ أقدم، أو إشارات إلى ما مُحي حيث صُنع الملف. الاستيراد لا يمحو شيئًا هنا.
import-nothing = لا جديد في هذا الملف.
import-now = استيراد
# When it has been imported, with these counts.
import-done = اكتمل الاستيراد
