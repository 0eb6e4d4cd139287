### The list of cases, and the page of each.

title = Cases
# For search engines.
# $company the company's name
description = Work by { $company }: what was asked, what was done and what was measured afterwards.
lead = What was asked, what was done, and what was measured afterwards.

all-cases = All cases
sector = Sector
service = Service
asked = What was asked
done = What was done
measured = What was measured
something-like-this = Something like this?
discuss = Discuss your project
next = Tell us what you need, where and by when.
