//! A JSON text with a position in it (RFC 8259).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads tokens from the beginning of a text.
pub(crate) struct Text<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Text<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The next byte that is not white space; 0 at the end, since JSON does not use it.
    pub(crate) fn peek(&mut self) -> u8 {
        while matches!(self.byte(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
        self.byte()
    }

    /// Reads this punctuation mark, if it comes next.
    pub(crate) fn takes(&mut self, mark: u8) -> bool {
        let found = self.peek() == mark;
        self.at += usize::from(found);
        found
    }

    /// Reads this punctuation mark, or fails.
    pub(crate) fn expect(&mut self, mark: u8) -> Option<()> {
        if self.takes(mark) { Some(()) } else { None }
    }

    /// Reads `null`, `true` or `false`, or fails.
    pub(crate) fn word(&mut self, word: &str) -> Option<()> {
        self.peek();
        if !self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            return None;
        }
        self.at += word.len();
        Some(())
    }

    /// Fails if anything but white space is left.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.peek();
        if self.at == self.text.len() { Some(()) } else { None }
    }

    /// Reads a non-negative integer.
    pub(crate) fn integer(&mut self) -> Option<u64> {
        let number = self.token(Self::skip_number)?;
        self::number(number, 10)
    }

    /// Reads a string. It is borrowed if it has no escapes.
    pub(crate) fn string(&mut self) -> Option<Cow<'t, str>> {
        let quoted = self.token(Self::skip_string)?;
        let inner = quoted.get(1..quoted.len() - 1)?;
        if inner.bytes().any(|byte| byte == ESCAPE) {
            unescape(inner).map(Cow::Owned)
        } else {
            Some(inner.into())
        }
    }

    /// Reads any value as it is written. Nesting is unlimited, because it uses a list of open
    /// brackets, not recursion.
    pub(crate) fn value(&mut self) -> Option<&'t str> {
        self.token(Self::skip_value)
    }

    fn token(&mut self, skip: fn(&mut Self) -> Option<()>) -> Option<&'t str> {
        self.peek();
        let start = self.at;
        skip(self)?;
        self.text.get(start..self.at)
    }

    fn skip_value(&mut self) -> Option<()> {
        let mut open = Vec::new();
        loop {
            match self.peek() {
                bracket @ (b'{' | b'[') => {
                    self.at += 1;
                    // In ASCII, a closing bracket is the opening one plus two.
                    if !self.takes(bracket + 2) {
                        open.push(bracket);
                        self.skip_key(&open)?;
                        continue;
                    }
                }
                b'"' => self.skip_string()?,
                b'n' => self.word("null")?,
                b't' => self.word("true")?,
                b'f' => self.word("false")?,
                _ => self.skip_number()?,
            }
            // A value has ended, and perhaps the collections around it.
            loop {
                let Some(&bracket) = open.last() else { return Some(()) };
                if self.takes(b',') {
                    self.skip_key(&open)?;
                    break;
                }
                self.expect(bracket + 2)?;
                open.pop();
            }
        }
    }

    /// In an object, reads the key and the colon before the next value.
    fn skip_key(&mut self, open: &[u8]) -> Option<()> {
        if open.last() != Some(&b'{') {
            return Some(());
        }
        self.peek();
        self.skip_string()?;
        self.expect(b':')
    }

    fn skip_string(&mut self) -> Option<()> {
        if self.byte() != b'"' {
            return None;
        }
        loop {
            self.at += 1;
            match self.byte() {
                b'"' => break,
                b'\\' => self.skip_escape()?,
                // Control characters must be escaped, and 0 is the end of the text.
                0..0x20 => return None,
                _ => {}
            }
        }
        self.at += 1;
        Some(())
    }

    /// Skips an escape. Its digits are checked only when the value is needed.
    fn skip_escape(&mut self) -> Option<()> {
        self.at += 1;
        match self.byte() {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(()),
            b'u' => (0..4).try_for_each(|_| {
                self.at += 1;
                if self.byte().is_ascii_hexdigit() { Some(()) } else { None }
            }),
            _ => None,
        }
    }

    fn skip_number(&mut self) -> Option<()> {
        self.at += usize::from(self.byte() == b'-');
        if self.byte() == b'0' {
            self.at += 1;
        } else {
            self.skip_digits()?;
        }
        if self.byte() == b'.' {
            self.at += 1;
            self.skip_digits()?;
        }
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), b'+' | b'-'));
            self.skip_digits()?;
        }
        Some(())
    }

    fn skip_digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        if self.at > start { Some(()) } else { None }
    }

    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }
}

/// Parses digits; `None` if there are none, if there are other characters, or if the number is too
/// large. The standard library's parser would bring its panic messages into the download.
pub fn number(digits: &str, radix: u8) -> Option<u64> {
    let add = |number: u64, byte: u8| {
        let digit = digit(byte.into()).filter(|digit| *digit < radix)?;
        number.checked_mul(radix.into())?.checked_add(digit.into())
    };
    if digits.is_empty() { None } else { digits.bytes().try_fold(0, add) }
}

/// The first character of an escape.
const ESCAPE: u8 = b'\\';

/// Resolves the escapes of a string. A surrogate escape without its other half is no character, so
/// that such a string has no value.
fn unescape(quoted: &str) -> Option<String> {
    let mut value = String::with_capacity(quoted.len());
    // Splitting by a `char` pattern would bring panic messages into the download.
    let mut rest = quoted.split(|letter| letter == char::from(ESCAPE));
    value.push_str(rest.next().unwrap_or_default());
    while let Some(part) = rest.next() {
        let Some(&kind) = part.as_bytes().first() else {
            // Two backslashes stand for one.
            value.push('\\');
            value.push_str(rest.next().unwrap_or_default());
            continue;
        };
        let mut length = 1;
        let mut tail = part;
        value.push(match kind {
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                length = 5;
                let unit = unit(part)?;
                match unit {
                    0xd800..0xdc00 => {
                        // The other half of the surrogate pair must follow immediately.
                        tail = if part.len() == 5 { rest.next()? } else { "" };
                        let low = self::unit(tail)?;
                        if !(0xdc00..0xe000).contains(&low) {
                            return None;
                        }
                        let point = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                        char::from_u32(point)?
                    }
                    _ => char::from_u32(unit)?,
                }
            }
            other => char::from(other),
        });
        value.push_str(tail.get(length..)?);
    }
    Some(value)
}

/// The UTF-16 code unit of `uXXXX`.
fn unit(escape: &str) -> Option<u32> {
    let digits = escape.strip_prefix('u').and_then(|rest| rest.get(..4))?;
    let add = |unit, letter: char| digit(letter).map(|digit| unit << 4 | u32::from(digit));
    digits.chars().try_fold(0, add)
}

/// The value of a hexadecimal digit. The standard library's function has a panic message about the
/// base.
fn digit(letter: char) -> Option<u8> {
    match letter {
        '0'..='9' => Some(letter as u8 - b'0'),
        'a'..='f' => Some(letter as u8 - b'a' + 10),
        'A'..='F' => Some(letter as u8 - b'A' + 10),
        _ => None,
    }
}
