### Pages of text, such as the terms.

on-this-page = On this page
owner = Owner
