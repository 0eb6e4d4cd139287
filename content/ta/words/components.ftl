### What forms, dialogs and notices have in common.

optional = விருப்பம்
close = மூட
cancel = வேண்டாம்
error = பிழை

# The button that closes a notice, for screen readers.
dismiss = அறிவிப்பை மூட
# The name of the place for notices, for screen readers. The key that leads there is filled in by the page.
notifications = அறிவிப்புகள் ({ "{hotkey}" })
