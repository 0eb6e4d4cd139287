//! The log of the application, from all tests of this program.

use std::{
    io::{self, Write},
    sync::{Mutex, Once, PoisonError},
};

use tracing_subscriber::fmt;

static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Starts keeping the log.
pub(super) fn capture() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let level = tracing::level_filters::LevelFilter::TRACE;
        fmt().with_max_level(level).with_ansi(false).with_writer(|| Page).init();
    });
}

/// The log so far.
pub(crate) fn logged() -> String {
    logged_since(0)
}

/// The log from this position on, in bytes.
pub(crate) fn logged_since(start: usize) -> String {
    let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&log[start..]).into_owned()
}

struct Page;

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOG.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
