//! The value of `Date`, written once a second.

use std::{
    cell::Cell,
    time::{SystemTime, UNIX_EPOCH},
};

/// A date in the form that HTTP fixes (RFC 9110, 5.6.7), which is always this long.
pub(super) type Date = [u8; 29];

thread_local! {
    static LAST: Cell<(u64, Date)> = const { Cell::new((0, *b"Thu, 01 Jan 1970 00:00:00 GMT")) };
}

/// The date now.
pub(super) fn now() -> Date {
    at(SystemTime::now())
}

fn at(time: SystemTime) -> Date {
    let second = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (last, date) = LAST.get();
    if second == last {
        return date;
    }
    let text = httpdate::fmt_http_date(time);
    let Ok(date) = text.into_bytes().try_into() else {
        return date;
    };
    LAST.set((second, date));
    date
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn each_second_has_its_own_date() {
        let date = |milliseconds| {
            let date = at(UNIX_EPOCH + Duration::from_millis(milliseconds));
            String::from_utf8(date.to_vec()).unwrap()
        };
        assert_eq!(date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
        assert_eq!(date(784_111_777_000), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(date(784_111_777_999), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(date(784_111_778_000), "Sun, 06 Nov 1994 08:49:38 GMT");
    }
}
