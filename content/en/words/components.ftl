### What forms, dialogs and notices have in common.

optional = Optional
close = Close
cancel = Cancel
error = Error

# The button that closes a notice, for screen readers.
dismiss = Dismiss notification
# The name of the place for notices, for screen readers. The key that leads there is filled in by the page.
notifications = Notifications ({ "{hotkey}" })
