//! What `cargo xtask dev` says of the time its steps took.

use std::collections::BTreeMap;

/// Seconds by step, in each of the builds that followed an edit.
pub(super) fn of(log: &str) -> BTreeMap<String, Vec<f64>> {
    let mut steps = BTreeMap::<String, Vec<f64>>::new();
    // What comes before the first edit is the start.
    let lines = log.lines().skip_while(|line| !line.trim_start().starts_with("changed "));
    for (name, seconds) in lines.filter_map(timed) {
        steps.entry(name.into()).or_default().push(seconds);
    }
    steps
}

/// The name and the time of a line such as `  wasm       built, 82 kB       3.2 s`.
fn timed(line: &str) -> Option<(&str, f64)> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    (words.next_back()? == "s").then_some(())?;
    Some((name, words.next_back()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_of_every_follow_up_is_found() {
        let log = "\
  wasm       fresh
  ready      http://127.0.0.1:8080                   0.5 s
  Edits are followed. Ctrl-C stops.

  changed    crates/domain/src/limits.rs
  wasm       compiling
  wasm       built, 82 kB                            3.2 s
  ready      open pages follow                       7.9 s

  changed    crates/domain/src/limits.rs
  wasm       built, 82 kB                            3.4 s
";
        let steps = of(log);
        assert_eq!(steps["wasm"], [3.2, 3.4]);
        assert_eq!(steps["ready"], [7.9]);
        assert_eq!(steps.len(), 2);
    }
}
