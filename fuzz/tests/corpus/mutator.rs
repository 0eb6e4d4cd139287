//! Random mutations of files.

use crate::File;

/// Pieces to insert: parts of JSON and of stored texts.
const PIECES: [&[u8]; 30] = [
    b"\"",
    b"\\",
    b"\\u",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"0",
    b"9",
    b"-",
    b".",
    b"e",
    b"null",
    b" ",
    b"\n",
    b"@",
    b"\xff",
    b"\x00",
    b"8640000000000000",
    b"\xe3\x80\x80",
    b"\"5\"",
    b"5.0",
    b"erased",
    b"erased-account",
    b"0000019aa41dae80e81db2c1c11c8b18",
    b"{\"from\":\"pinned\",\"text\":\"x\"},",
    b"\"history\":[{\"at\":5,\"kind\":\"points\",\"points\":9}],",
    b"{\"at\":6,\"kind\":\"declined\"},",
];

/// Makes mutations from a fixed seed, so that they are the same in each run.
pub(crate) struct Mutator(u64);

impl Mutator {
    pub(crate) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// Changes an input in one to three places, sometimes with parts of other files.
    pub(crate) fn mutate(&mut self, input: &[u8], others: &[File]) -> Vec<u8> {
        let mut bytes = input.to_vec();
        for _ in 0..=self.below(3) {
            let (from, to) = self.range(bytes.len());
            match self.below(5) {
                0 => drop(bytes.drain(from..to)),
                1 => drop(bytes.splice(from..from, PIECES[self.below(PIECES.len())].to_vec())),
                2 => drop(bytes.splice(from..to, bytes[from..to].repeat(2))),
                3 => {
                    let (_, other) = &others[self.below(others.len())];
                    let (start, end) = self.range(other.len());
                    drop(bytes.splice(from..to, other[start..end].to_vec()));
                }
                _ => {
                    let bit = 1 << self.below(8);
                    bytes[from..to].iter_mut().take(1).for_each(|byte| *byte ^= bit);
                }
            }
        }
        bytes
    }

    /// A random range of this many bytes; most are short.
    fn range(&mut self, length: usize) -> (usize, usize) {
        let from = self.below(length + 1);
        let most = if self.below(4) == 0 { length } else { 4 };
        (from, from + self.below((length - from).min(most) + 1))
    }

    /// A random number below `end`, by xorshift64*.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}
