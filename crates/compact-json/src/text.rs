//! A JSON text with a position in it (RFC 8259).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Error;

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
    pub(crate) fn expect(&mut self, mark: u8) -> Result<(), Error> {
        if self.takes(mark) { Ok(()) } else { Err(Error) }
    }

    /// Reads `null`, `true` or `false`, or fails.
    pub(crate) fn word(&mut self, word: &str) -> Result<(), Error> {
        self.peek();
        if !self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            return Err(Error);
        }
        self.at += word.len();
        Ok(())
    }

    /// Fails if anything but white space is left.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        self.peek();
        if self.at == self.text.len() { Ok(()) } else { Err(Error) }
    }

    /// Reads a non-negative integer.
    pub(crate) fn integer(&mut self) -> Result<u64, Error> {
        let number = self.token(Self::skip_number)?;
        self::number(number, 10).ok_or(Error)
    }

    /// Reads a string. It is borrowed if it has no escapes.
    pub(crate) fn string(&mut self) -> Result<Cow<'t, str>, Error> {
        let quoted = self.token(Self::skip_string)?;
        let inner = quoted.get(1..quoted.len() - 1).ok_or(Error)?;
        if inner.bytes().any(|byte| byte == ESCAPE) {
            unescape(inner).map(Cow::Owned)
        } else {
            Ok(inner.into())
        }
    }

    /// Reads any value as it is written. Nesting is unlimited, because it uses a list of open
    /// brackets, not recursion.
    pub(crate) fn value(&mut self) -> Result<&'t str, Error> {
        self.token(Self::skip_value)
    }

    fn token(&mut self, skip: fn(&mut Self) -> Result<(), Error>) -> Result<&'t str, Error> {
        self.peek();
        let start = self.at;
        skip(self)?;
        self.text.get(start..self.at).ok_or(Error)
    }

    fn skip_value(&mut self) -> Result<(), Error> {
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
                let Some(&bracket) = open.last() else { return Ok(()) };
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
    fn skip_key(&mut self, open: &[u8]) -> Result<(), Error> {
        if open.last() != Some(&b'{') {
            return Ok(());
        }
        self.peek();
        self.skip_string()?;
        self.expect(b':')
    }

    fn skip_string(&mut self) -> Result<(), Error> {
        if self.byte() != b'"' {
            return Err(Error);
        }
        loop {
            self.at += 1;
            match self.byte() {
                b'"' => break,
                b'\\' => self.skip_escape()?,
                // Control characters must be escaped, and 0 is the end of the text.
                0..0x20 => return Err(Error),
                _ => {}
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Skips an escape. Its digits are checked only when the value is needed.
    fn skip_escape(&mut self) -> Result<(), Error> {
        self.at += 1;
        match self.byte() {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Ok(()),
            b'u' => (0..4).try_for_each(|_| {
                self.at += 1;
                if self.byte().is_ascii_hexdigit() { Ok(()) } else { Err(Error) }
            }),
            _ => Err(Error),
        }
    }

    fn skip_number(&mut self) -> Result<(), Error> {
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
        Ok(())
    }

    fn skip_digits(&mut self) -> Result<(), Error> {
        let start = self.at;
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(Error) }
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
fn unescape(quoted: &str) -> Result<String, Error> {
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
                        tail = if part.len() == 5 { rest.next().ok_or(Error)? } else { "" };
                        let low = self::unit(tail)?;
                        if !(0xdc00..0xe000).contains(&low) {
                            return Err(Error);
                        }
                        let point = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                        char::from_u32(point).ok_or(Error)?
                    }
                    _ => char::from_u32(unit).ok_or(Error)?,
                }
            }
            other => char::from(other),
        });
        value.push_str(tail.get(length..).ok_or(Error)?);
    }
    Ok(value)
}

/// The UTF-16 code unit of `uXXXX`.
fn unit(escape: &str) -> Result<u32, Error> {
    let digits = escape.strip_prefix('u').and_then(|rest| rest.get(..4)).ok_or(Error)?;
    let add = |unit, letter: char| digit(letter).map(|digit| unit << 4 | u32::from(digit));
    digits.chars().try_fold(0, add).ok_or(Error)
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
