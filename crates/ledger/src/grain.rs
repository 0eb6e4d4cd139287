//! How many things a file consists of. Each takes far more memory than its text once it is read, so a server
//! asks before it reads.

use alloc::string::String;
use alloc::vec::Vec;

use compact_json::FromJson;
use domain::limits::IMPORT_MAX_BYTES;

/// The most elements that the lists of a file may have in all: records, and events of histories. The shortest
/// that anybody writes takes more than 24 bytes.
const ELEMENTS_MAX: usize = IMPORT_MAX_BYTES / 24;

/// The most members that its objects may have in all. Those that anybody writes take more than 8 bytes on
/// average.
const MEMBERS_MAX: usize = IMPORT_MAX_BYTES / 8;

/// How deep texts may be within texts: a file's quarantine has texts of records, which may have those of lists. Each is
/// held while what is in it is read, so deeper ones would take many times the memory of the file.
const DEPTH_MAX: usize = 4;

/// Whether a file has no more elements and members than the largest one that a site writes, also in the texts
/// that it keeps because they could not be read. It need not be JSON.
pub fn is_coarse(text: &str) -> bool {
    let mut grain = Grain::default();
    grain.count(text, DEPTH_MAX);
    grain.elements <= ELEMENTS_MAX && grain.members <= MEMBERS_MAX && !grain.is_deep
}

#[derive(Default)]
struct Grain {
    elements: usize,
    members: usize,
    /// Whether there is a text deeper than [`DEPTH_MAX`].
    is_deep: bool,
}

impl Grain {
    fn count(&mut self, text: &str, depth: usize) {
        let bytes = text.as_bytes();
        // The brackets that are open.
        let mut open = Vec::new();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'[' | b'{' => {
                    open.push(byte);
                    self.add(byte);
                }
                b']' | b'}' => drop(open.pop()),
                b',' => self.add(open.last().copied().unwrap_or_default()),
                b'"' => {
                    let end = end_of_string(bytes, at);
                    // A text that could not be read is in a string.
                    let string = text.get(at..end).unwrap_or_default();
                    if string.contains(['[', '{', '\\'])
                        && let Some(inner) = String::from_json(string)
                        && inner.contains(['[', '{'])
                    {
                        match depth.checked_sub(1) {
                            Some(depth) => self.count(&inner, depth),
                            None => self.is_deep = true,
                        }
                    }
                    at = end;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Counts what begins after an opening bracket, or after a comma between these brackets.
    fn add(&mut self, bracket: u8) {
        match bracket {
            b'[' => self.elements += 1,
            b'{' => self.members += 1,
            _ => {}
        }
    }
}

/// Where the string that begins here has ended.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(text: &str) -> (usize, usize) {
        let mut grain = Grain::default();
        grain.count(text, DEPTH_MAX);
        (grain.elements, grain.members)
    }

    #[test]
    fn elements_and_members_are_counted_at_all_depths() {
        assert_eq!(counted(r#"{"a":[1,2,{"b":",,[","c":3}],"d":"\",["}"#), (4, 4));
        assert_eq!(counted("[1,1,1]"), (3, 0));
        assert_eq!(counted(",,\"[,"), (0, 0));
    }

    #[test]
    fn they_are_counted_in_strings_too() {
        let inner = r#"{"history":[1,2,3]}"#;
        let once = alloc::format!("[{}]", compact_json::to_string(inner));
        assert_eq!(counted(&once), (4, 1));
        let twice = alloc::format!("[{}]", compact_json::to_string(once.as_str()));
        assert_eq!(counted(&twice), (5, 1));
        assert_eq!(counted(r#""\u005b1,2\u005d""#), (2, 0));
    }

    /// A thousand levels of escaped quotes in 16 MB would take ten gigabytes.
    #[test]
    fn texts_within_texts_are_no_deeper_than_anybody_writes_them() {
        let nested = |depth| {
            (0..depth).fold(String::from("[1]"), |inner, _| {
                alloc::format!("[{}]", compact_json::to_string(inner.as_str()))
            })
        };
        assert_eq!(counted(&nested(DEPTH_MAX)), (DEPTH_MAX + 1, 0));
        assert!(is_coarse(&nested(DEPTH_MAX)));
        assert!(!is_coarse(&nested(DEPTH_MAX + 1)));
    }
}
