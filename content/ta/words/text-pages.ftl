### Pages of text, such as the terms.

on-this-page = இந்தப் பக்கத்தில்
owner = உரிமையாளர்
rules-in-english = புள்ளிகளின் இப்போதைய மதிப்பு ஆங்கிலப் பக்கத்தில் உள்ளது.
