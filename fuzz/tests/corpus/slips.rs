//! Bytes that are nearly those of a file.

use crate::File;

/// What a slip may put in: what JSON and the rules are made of.
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
    b"departed",
    b"0000019aa41dae80e81db2c1c11c8b18",
    b"{\"from\":\"pinned\",\"text\":\"x\"},",
    b"\"history\":[{\"at\":5,\"kind\":\"points\",\"points\":9}],",
    b"{\"at\":6,\"kind\":\"declined\"},",
];

/// Makes slips; from one seed, and so the same ones at each run.
pub(crate) struct Slips(u64);

impl Slips {
    pub(crate) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// One to three changes to an input, some of them taken from others.
    pub(crate) fn away_from(&mut self, input: &[u8], others: &[File]) -> Vec<u8> {
        let mut bytes = input.to_vec();
        for _ in 0..=self.below(3) {
            let (from, to) = self.stretch(bytes.len());
            match self.below(5) {
                0 => drop(bytes.drain(from..to)),
                1 => drop(bytes.splice(from..from, PIECES[self.below(PIECES.len())].to_vec())),
                2 => drop(bytes.splice(from..to, bytes[from..to].repeat(2))),
                3 => {
                    let (_, other) = &others[self.below(others.len())];
                    let (start, end) = self.stretch(other.len());
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

    /// A stretch out of so many bytes; most are short.
    fn stretch(&mut self, length: usize) -> (usize, usize) {
        let from = self.below(length + 1);
        let most = if self.below(4) == 0 { length } else { 4 };
        (from, from + self.below((length - from).min(most) + 1))
    }

    /// A number below another, by xorshift64*.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}
