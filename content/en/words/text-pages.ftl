### Pages of text, such as the terms.

on-this-page = On this page
owner = Owner
rules-in-english = What points are worth now is on the English page.
