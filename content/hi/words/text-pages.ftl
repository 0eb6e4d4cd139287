### Pages of text, such as the terms.

on-this-page = इस पेज पर
owner = मालिक
rules-in-english = अभी पॉइंट की क्या कीमत है, यह अंग्रेज़ी पन्ने पर लिखा है।
