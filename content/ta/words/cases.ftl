### The list of cases, and the page of each.

title = செய்த பணிகள்
# For search engines.
# $company the company's name
description = { $company } செய்த பணிகள்: என்ன கேட்டார்கள், என்ன செய்தோம், பிறகு என்ன அளவிட்டோம்.
lead = என்ன கேட்டார்கள், என்ன செய்தோம், பிறகு என்ன அளவிட்டோம்.

all-cases = செய்த பணிகள் அனைத்தும்
sector = துறை
service = சேவை
asked = என்ன கேட்டார்கள்
done = என்ன செய்தோம்
measured = என்ன அளவிட்டோம்
something-like-this = இதைப் போன்ற பணி உங்களிடம் உள்ளதா?
discuss = உங்கள் திட்டம் பற்றிப் பேச
next = உங்களுக்கு என்ன தேவை, எங்கே, எப்போதுக்குள் என்று சொல்லுங்கள்.
