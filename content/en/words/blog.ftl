### The list of posts, and the page of each.

title = Blog
# For search engines.
# $company the company's name
description =
    Practical plans, methods and checklists from { $company } on recruitment, training, projects and
    aircraft maintenance.
lead = Practical guides: plans, methods and checklists. Use them with or without us.
none = No Blog Posts Yet
none-lead = Check back soon: our first post will appear here.
# $minutes (number) how long it takes to read
min-read = { $minutes } min read
read-more = Read More

back-to-the-blog = Back to the blog
in-this-post = In this post
# $write (element) the link “Write to us”
any-questions = Questions about this post? { $write }.
write-to-us = Write to us
tags = Tags:
read-next = Read next

not-found = Post Not Found
not-found-description = There is no blog post at this address.
not-found-lead = Sorry, the blog post you are looking for does not exist.
back-to-blog = Back to Blog
latest = Latest posts
