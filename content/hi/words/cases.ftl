### The list of cases, and the page of each.

title = केस स्टडी
# For search engines.
# $company the company's name
description = { $company } का किया हुआ काम: क्या माँगा गया, क्या किया गया और बाद में क्या नापा गया।
lead = क्या माँगा गया, क्या किया गया, और बाद में क्या नापा गया।

all-cases = सभी केस स्टडी
sector = क्षेत्र
service = सेवा
asked = क्या माँगा गया
done = क्या किया गया
measured = क्या नापा गया
something-like-this = आपको भी कुछ ऐसा चाहिए?
discuss = अपने प्रोजेक्ट पर बात करें
next = हमें बताएँ कि आपको क्या चाहिए, कहाँ और कब तक।
