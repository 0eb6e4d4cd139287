### Pages of text, such as the terms.

on-this-page = في هذه الصفحة
owner = المالك
rules-in-english = ما تساويه النقاط الآن مبيّن في الصفحة الإنجليزية.
