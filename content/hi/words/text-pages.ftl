### Pages of text, such as the terms.

on-this-page = इस पेज पर
owner = मालिक
