### What forms, dialogs and notices have in common.

optional = اختياري
close = إغلاق
cancel = إلغاء
error = خطأ

# The button that closes a notice, for screen readers.
dismiss = إغلاق الإشعار
# The name of the place for notices, for screen readers. The key that leads there is filled in by the page.
notifications = الإشعارات ({ "{hotkey}" })
