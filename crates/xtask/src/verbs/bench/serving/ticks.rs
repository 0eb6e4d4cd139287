//! The kernel's books: which core and which process has worked for how long. Where there are none,
//! as on other systems, nobody has.

use std::fs;

use super::cores::Ticks;

/// What /proc/stat says of a core. The fourth and the fifth number are its rest.
pub(super) fn of_core(stat: &str, core: usize) -> Ticks {
    let name = format!("cpu{core}");
    let numbers: Vec<u64> = stat
        .lines()
        .map(str::split_whitespace)
        .find_map(|mut words| (words.next() == Some(&name)).then_some(words))
        // The ninth and tenth are guests' time, which the first and second contain.
        .map(|words| words.take(8).filter_map(|word| word.parse().ok()).collect())
        .unwrap_or_default();
    let all: u64 = numbers.iter().sum();
    let rest: u64 = numbers.iter().skip(3).take(2).sum();
    Ticks { busy: all - rest, all }
}

/// What all processes of a group have worked.
pub(super) fn of_group(group: u32) -> u64 {
    let Ok(processes) = fs::read_dir("/proc") else {
        return 0;
    };
    let stats = processes
        .flatten()
        .filter_map(|process| fs::read_to_string(process.path().join("stat")).ok());
    stats.filter(|stat| number(stat, GROUP) == u64::from(group)).map(|stat| worked(&stat)).sum()
}

/// What the children of this program that are finished have worked.
pub(super) fn of_finished_children() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    number(&stat, CHILDREN) + number(&stat, CHILDREN + 1)
}

// Places in a process's own stat, counted from what follows its name.
const GROUP: usize = 2;
/// For the program; the next is the kernel's work for it.
const WORKED: usize = 11;
/// The same two of its finished children.
const CHILDREN: usize = 13;

fn worked(stat: &str) -> u64 {
    number(stat, WORKED) + number(stat, WORKED + 1)
}

/// A process may have any name, brackets and spaces included.
fn number(stat: &str, place: usize) -> u64 {
    let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let word = after_name.split_whitespace().nth(place);
    word.and_then(|word| word.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_busy_for_what_it_does_not_rest() {
        let stat = "cpu  9 9 9 9\ncpu0 1 1 1 1 1 1 1 1 1 1\ncpu1 70 0 25 120 5 0 0 0 60 0\n";
        let ticks = of_core(stat, 1);
        assert_eq!((ticks.busy, ticks.all), (95, 220));
    }

    #[test]
    fn a_process_is_read_whatever_its_name() {
        let stat = "12 (a) R (b c) S 1 34 5 6 7 8 9 10 11 12 13 14 15 16 17\n";
        assert_eq!(number(stat, GROUP), 34);
        assert_eq!(worked(stat), 13 + 14);
        assert_eq!(number(stat, CHILDREN), 15);
    }
}
