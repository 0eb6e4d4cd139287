//! What is said of translations: how many are behind their originals, and which.

use std::collections::BTreeMap;

use content::State;

/// By paths below `content`.
type States = BTreeMap<String, State>;

/// A line for each language with something to do.
pub(crate) fn counts(states: &States) -> String {
    let mut languages: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (path, state) in states {
        let counts = languages.entry(path.split('/').next().unwrap_or_default()).or_default();
        counts[0] += 1;
        counts[1] += usize::from(state.is_behind);
        counts[2] += usize::from(!state.is_reviewed);
    }
    let with_work = languages.into_iter().filter(|(_, [_, behind, unread])| behind + unread > 0);
    with_work
        .map(|(language, [all, behind, unread])| {
            format!(
                "\n{language}: of {all} translations, {behind} are behind their originals and \
                 {unread} have been read by no native speaker (cargo xtask translated)"
            )
        })
        .collect()
}

/// A line for each translation with something to do.
pub(crate) fn list(states: &States) -> String {
    let lines = states.iter().filter_map(|(path, state)| {
        let what = match (state.is_behind, state.is_reviewed) {
            (false, true) => return None,
            (true, true) => "behind its original",
            (false, false) => "read by no native speaker",
            (true, false) => "behind its original, read by no native speaker",
        };
        Some(format!("content/{path}: {what}"))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_is_not_listed() {
        let state = |is_behind, is_reviewed| State { is_behind, is_reviewed };
        let states = BTreeMap::from([
            ("ar/pages/a.md".to_owned(), state(true, true)),
            ("ar/pages/b.md".to_owned(), state(false, false)),
            ("hi/pages/a.md".to_owned(), state(false, true)),
        ]);
        let list = list(&states);
        assert!(list.starts_with("content/ar/pages/a.md: behind its original\n"), "{list}");
        assert_eq!(list.lines().count(), 2);
        let counts = counts(&states);
        assert!(counts.starts_with("\nar: of 2 translations, 1 are behind"), "{counts}");
        assert_eq!(counts.lines().count(), 2);
    }
}
