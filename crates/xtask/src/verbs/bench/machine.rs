//! The shape of the machine that measures: what a reader has to know of it, and not which it is.

use std::fs;
use std::thread::available_parallelism;

use super::context::Bench;
use crate::report::Task;
use crate::shell::Tool;

/// What the figures depend on, in one line: cores, memory, processor, kernel, and the versions of
/// browser, Node and Rust. What cannot be found out is left out.
pub(super) fn shape(bench: &Bench<'_>, task: &Task) -> String {
    let asked = |tool: Tool| tool.run().ok().and_then(|said| version(&said));
    let tool = |name: &str| asked(Tool::new(bench.home, name).args(["--version"]));
    let browser = bench.browser(task).ok();
    let browser = browser.map(|path| Tool::new(bench.home, path).args(["--version"]));
    let parts = [
        available_parallelism().ok().map(|cores| format!("{cores} cores")),
        file("/proc/meminfo").as_deref().and_then(memory),
        file("/proc/cpuinfo").as_deref().and_then(processor),
        Tool::new(bench.home, "uname").args(["-sr"]).run().ok().and_then(|said| kernel(&said)),
        browser.and_then(asked).map(|version| format!("Chromium {version}")),
        tool("node").map(|version| format!("Node {version}")),
        tool("rustc").map(|version| format!("Rust {version}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn file(path: &str) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// Memory in whole gigabytes, from Linux's own list.
fn memory(meminfo: &str) -> Option<String> {
    let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: f64 = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(format!("{:.0} GB of memory", kib * 1024.0 / 1e9))
}

/// The first processor's model, without the trimmings of a brand.
fn processor(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    let name = line.split_once(':')?.1.replace("(R)", "").replace("(TM)", "");
    let words: Vec<_> = name.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The kernel's family: its name with two numbers of its version.
fn kernel(said: &str) -> Option<String> {
    let (name, release) = said.trim().split_once(' ')?;
    let numbers: Vec<_> = release.split(['.', '-']).take(2).collect();
    Some(format!("{name} {}", numbers.join(".")))
}

/// The first two numbers of the first word that is a version.
fn version(said: &str) -> Option<String> {
    let words = said.split_whitespace().map(|word| word.trim_start_matches('v'));
    let version = words.into_iter().find(|word| {
        word.starts_with(|first: char| first.is_ascii_digit()) && word.contains('.')
    })?;
    Some(version.split('.').take(2).collect::<Vec<_>>().join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_programs_say_of_themselves() {
        let told = |said: &str| version(said);
        assert_eq!(told("Chromium 156.0.8078.79 built on Debian").as_deref(), Some("156.0"));
        assert_eq!(told("v20.20.2\n").as_deref(), Some("20.20"));
        assert_eq!(told("rustc 1.95.0 (59807616e 2026-04-14)").as_deref(), Some("1.95"));
        assert_eq!(told("no such thing"), None);
    }

    #[test]
    fn the_machine_is_told_by_its_kind() {
        let memory = memory("MemTotal:       24567890 kB\nMemFree: 1 kB");
        assert_eq!(memory.as_deref(), Some("25 GB of memory"));
        let processor = processor("model name\t: Some(R) Core(TM)  i7 @ 2.00GHz\n");
        assert_eq!(processor.as_deref(), Some("Some Core i7 @ 2.00GHz"));
        assert_eq!(kernel("Linux 6.1.0-40-amd64\n").as_deref(), Some("Linux 6.1"));
    }
}
