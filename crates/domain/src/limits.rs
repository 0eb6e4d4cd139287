//! The constants of the specification (sections 7 and 9), and the limits that browser and server share. Those of a
//! server alone are in `api::limits`, and those of one rule beside it.

/// The minimum number of digits of a mobile number.
pub const MOBILE_MIN_DIGITS: usize = 10;

/// The maximum number of digits of a mobile number, as in E.164.
pub const MOBILE_MAX_DIGITS: usize = 15;

/// How many last digits of the mobile number are part of a member's display name.
pub const DISPLAY_NAME_DIGITS: usize = 4;

/// How many digits the placeholder of the code field mentions. The code itself is part of the
/// policy.
pub const OTP_PLACEHOLDER_DIGITS: usize = 4;

/// The maximum points of a referral: the largest integer that JavaScript holds exactly.
pub const POINTS_MAX: u64 = 9_007_199_254_740_991;

/// The points of a new referral.
pub const POINTS_INITIAL: u64 = 0;

/// The latest instant of a JavaScript `Date`, in milliseconds since 1970 (ECMA-262, "Time Values
/// and Time Range"). No id and no edit time is later. It is far below the largest exact integer, so
/// counting upwards from it is safe.
pub const INSTANT_MAX_MS: u64 = 8_640_000_000_000_000;

/// The simulated delay when a referral is submitted, in milliseconds.
pub const REFERRAL_DELAY_MS: u32 = 1000;

/// The simulated delay when a contact message is sent, in milliseconds.
pub const CONTACT_DELAY_MS: u32 = 1500;

/// How many toasts are shown at the same time.
pub const TOAST_LIMIT: u32 = 1;

/// How long a toast stays, in milliseconds, unless its duration is infinite.
pub const TOAST_DURATION_MS: u32 = 5000;

/// How far a toast must be swiped to be dismissed, in CSS pixels.
pub const TOAST_SWIPE_THRESHOLD: u32 = 50;

/// The key that moves the focus to the notification area.
pub const TOAST_HOTKEY: &str = "F8";

/// The duration of the animation between routes, in milliseconds.
pub const ROUTE_TRANSITION_MS: u32 = 300;

/// How many rows the contact form's message box has (section 5).
pub const CONTACT_MESSAGE_ROWS: u32 = 5;

/// What notes begin with if they are for a vacancy or a course and nothing else says so: in browser mode, and in a message
/// by a link that does not work.
pub const ABOUT: &str = "About: ";

/// The maximum size of an imported file, in bytes: more than a browser can store for a site.
pub const IMPORT_MAX_BYTES: usize = 16_777_216;

/// How many events of a referral can undo others. It is more than anybody needs, and few enough to
/// search for every event of a very long history.
pub const UNDOS_MAX: usize = 100;

/// How many of them one person may add, so that nobody alone keeps colleagues from undoing.
pub const UNDOS_BY_ONE_MAX: usize = 40;

/// How many events a history may have before it takes only points, declining and withdrawing. Every
/// new event reads all earlier ones again.
pub const EVENTS_MAX: usize = 200;

/// How many of these events the referrer and the referred person may add. It is more than they
/// need, and too few to fill a history that the company works on.
pub const OWN_EVENTS_MAX: usize = 20;

/// How many of these events one member of staff may add, so that nobody alone fills a history that
/// colleagues have yet to decide about.
pub const STAFF_EVENTS_MAX: usize = 120;

/// How many of these events may have come from files when others than owners import more. With those that one of them
/// may add, they leave some room.
pub const FILE_EVENTS_MAX: usize = 60;

/// How long authors may undo their own event without giving a reason, in milliseconds.
pub const UNDO_BY_AUTHOR_MS: u64 = 10 * 60_000;

/// A day, in milliseconds.
pub const DAY_MS: u64 = 24 * 60 * 60_000;

/// How far ahead something may be planned, in milliseconds: a year.
pub const TASK_AHEAD_MS: u64 = 366 * DAY_MS;

/// The maximum size of the quarantine, in bytes of its texts. That is a fifth of what browsers give
/// a site, so that it never takes the space of the records.
pub const QUARANTINE_MAX_BYTES: usize = 1_000_000;

/// The local storage key of the logged-in user (section 7).
pub const KEY_USER: &str = "loggedInUser";

/// The local storage key of the registered users list (section 7).
pub const KEY_ACCOUNTS: &str = "registeredUsers";

/// The local storage key of the all-referrals list (section 7).
pub const KEY_REFERRALS: &str = "allReferrals";

/// The local storage key of what is stored beside the lists: what could not be read, byte for byte,
/// texts that another copy replaced, and the keys of erased records.
pub const KEY_QUARANTINE: &str = "unreadableRecords";
