### Pages of text, such as the terms.

on-this-page = இந்தப் பக்கத்தில்
owner = உரிமையாளர்
