//! What many measurements of one thing come to.

/// The middle of them, or half-way between the two in the middle. Nothing of nothing.
pub(super) fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = sorted.get(sorted.len() / 2).copied()?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = sorted.get(sorted.len() / 2 - 1).copied()?;
    Some(f64::midpoint(lower, upper))
}

/// The least and the most of them.
pub(super) fn spread(samples: &[f64]) -> Option<(f64, f64)> {
    let least = samples.iter().copied().min_by(f64::total_cmp)?;
    let most = samples.iter().copied().max_by(f64::total_cmp)?;
    Some((least, most))
}

/// Each of `ours` over the one of `theirs` from the same round. What slowed the machine down in
/// a round slowed both.
pub(super) fn ratios(ours: &[f64], theirs: &[f64]) -> Vec<f64> {
    ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[1.0, 2.0, 4.0, 100.0]), Some(3.0));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn the_spread_has_both_ends() {
        assert_eq!(spread(&[3.0, 1.0, 2.0]), Some((1.0, 3.0)));
        assert_eq!(spread(&[]), None);
    }

    #[test]
    fn ratios_are_taken_round_by_round() {
        assert_eq!(ratios(&[10.0, 30.0], &[5.0, 10.0]), [2.0, 3.0]);
    }
}
