### What forms, dialogs and notices have in common.

optional = वैकल्पिक
close = बंद करें
cancel = रद्द करें
error = गलती

# The button that closes a notice, for screen readers.
dismiss = सूचना बंद करें
# The name of the place for notices, for screen readers. The key that leads there is filled in by the page.
notifications = सूचनाएँ ({ "{hotkey}" })
