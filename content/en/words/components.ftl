### What forms, dialogs and notices have in common.

optional = Optional
close = Close
cancel = Cancel
error = Error
# The field for what somebody corrects something to.
should-be = It should be

# The button that closes a notice, for screen readers.
dismiss = Dismiss notification
# The name of the place for notices, for screen readers. The key that leads there is filled in by the page.
notifications = Notifications ({ "{hotkey}" })
# What that place says while there is none, to whoever goes there.
no-notifications = No notifications

## The import of an export

import-label = Import a JSON export
import-hint = You will see what would change before anything is imported.
import-unread = This file could not be read. Choose it again, or choose another.
import-title = Import Records
# $file (element) the name of the file
import-lead = This is what { $file } contains. Importing it removes nothing and undoes no later edits.
import-new = New
import-changed = Changed
import-same = Here already
import-refused = Refused
import-unreadable = Unreadable
import-denied = Not allowed
import-future = In the future
import-ignored = Ignored
# $count (number) how many referrals
# $more (number) points more
# $less (number) points less
import-points =
    Referrals whose award changes: { $count } ({ $more } points more, { $less } less).
# $count (number) how many answers of people who were referred and of referrers, agreements by telephone among them
import-answers =
    Answers about consent: { $count }. Only one noted by telephone can be undone, and a refusal closes a referral for good.
import-why-refused = Refused records were erased here by their owners.
import-why-denied =
    Someone else has to import or award records that are not allowed, or their history is full.
import-why-future = Records that are dated later than now are not taken.
import-why-unreadable = Unreadable entries are left in the file and change nothing here.
import-why-ignored =
    Ignored entries are not records: they are older copies, or notes of what was erased where the file was
    made. An import erases nothing here.
import-nothing = This file contains nothing new.
import-now = Import
# When it has been imported, with these counts.
import-done = Import Finished
