### Pages of text, such as the terms.

on-this-page = في هذه الصفحة
owner = المالك
