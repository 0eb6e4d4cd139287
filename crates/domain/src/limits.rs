//! Every constant and limit of the specification (section 9), in one place.

/// The fewest digits a mobile number may have.
pub const MOBILE_MIN_DIGITS: usize = 10;

/// The most digits a mobile number may have: that of an E.164 number.
pub const MOBILE_MAX_DIGITS: usize = 15;

/// How many digits of the mobile number end up in a member's display name.
pub const DISPLAY_NAME_DIGITS: usize = 4;

/// How many digits the one-time code's placeholder speaks of. The code itself is policy.
pub const OTP_PLACEHOLDER_DIGITS: usize = 4;

/// The most points a referral can carry: the largest integer that JavaScript holds exactly.
pub const POINTS_MAX: u64 = 9_007_199_254_740_991;

/// The points of a new referral.
pub const POINTS_INITIAL: u64 = 0;

/// The latest instant a JavaScript `Date` can name, in milliseconds since 1970 (ECMA-262,
/// "Time Values and Time Range"). No id and no edit time lies beyond it, which leaves room to
/// count upwards without leaving the exactly representable integers.
pub const INSTANT_MAX_MS: u64 = 8_640_000_000_000_000;

/// How long a referral's submission is simulated to take, in milliseconds.
pub const REFERRAL_DELAY_MS: u32 = 1000;

/// How long a contact message's submission is simulated to take, in milliseconds.
pub const CONTACT_DELAY_MS: u32 = 1500;

/// How many toasts are shown at a time.
pub const TOAST_LIMIT: u32 = 1;

/// How long a toast stays, in milliseconds, unless its duration is infinite.
pub const TOAST_DURATION_MS: u32 = 5000;

/// How far a toast must be swiped to be dismissed, in CSS pixels.
pub const TOAST_SWIPE_THRESHOLD: u32 = 50;

/// The key that moves the focus to the notification area.
pub const TOAST_HOTKEY: &str = "F8";

/// How long the page area animates between routes, in milliseconds.
pub const ROUTE_TRANSITION_MS: u32 = 300;

/// How many rows the contact form's message box has (section 5).
pub const CONTACT_MESSAGE_ROWS: u32 = 5;

/// The most an imported file may hold, in bytes: more than a browser's storage for a site can.
pub const IMPORT_MAX_BYTES: usize = 16_777_216;

/// How many events of a referral can undo others: more than anybody needs, and few enough to look
/// through for each event of a history that somebody has made long.
pub const UNDOINGS_MAX: usize = 100;

/// How many events a referral takes, but for points: each is read again with every further one.
#[cfg(feature = "pipeline")]
pub const EVENTS_MAX: usize = 200;

/// How many of them whoever made the referral or is referred adds themselves: more than they need,
/// and few enough that they fill no history on which the company works.
#[cfg(feature = "pipeline")]
pub const OWN_EVENTS_MAX: usize = 20;

/// For how long somebody may undo what they did without saying why, in milliseconds.
#[cfg(feature = "pipeline")]
pub const UNDO_BY_AUTHOR_MS: u64 = 10 * 60_000;

/// How much of what cannot be read is quarantined, in bytes of its texts: a fifth of what browsers
/// give a site, so that it never takes the room of the records.
pub const QUARANTINE_MAX_BYTES: usize = 1_000_000;

/// The local storage key of the logged-in user (section 7).
pub const KEY_USER: &str = "loggedInUser";

/// The local storage key of the registered users list (section 7).
pub const KEY_ACCOUNTS: &str = "registeredUsers";

/// The local storage key of the all-referrals list (section 7).
pub const KEY_REFERRALS: &str = "allReferrals";

/// The local storage key under which whatever could not be read is kept, byte for byte
/// (decision 4 of the design: nothing unreadable is ever overwritten).
pub const KEY_QUARANTINE: &str = "unreadableRecords";
