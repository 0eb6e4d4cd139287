//! The rules through WebAssembly, against the same rules in zod.

use serde::Deserialize;
use serde_json::json;

use super::context::Bench;
use super::section::{Goal, Row, Section, Table, Unit};
use super::statistics::ratios;
use crate::failure::Failure;
use crate::report::Task;

const ROUNDS: u32 = 101;

const HOW: &str = "\
In a page of the real browser, the rules of the site (the package that its forms load, with the \
lookup of each hint) and zod 4 schemas of the same rules and hints (`bench/rules/zods.mjs`) judge \
the same four forms: contact and referral, valid and invalid, in 64 versions each. Before \
anything is timed, both have to give the same hints for these and for the domain's own tables of \
cases. They are timed in turn, in batches of 2,000; what is told is the time of one of each form.";

/// A form, and the microseconds of a check by each side, one a round.
#[derive(Deserialize)]
struct Form {
    name: String,
    ours: Vec<f64>,
    zod: Vec<f64>,
}

pub(super) fn measure(bench: &Bench<'_>, task: &Task) -> Result<Section, Failure> {
    task.note("judging forms");
    let target = bench.scratch()?.join("rules");
    let asked = json!({ "target": target, "rounds": bench.rounds(ROUNDS) });
    let forms: Vec<Form> = bench.script(task, "rules/rules.mjs", &asked)?;
    Ok(section(&forms))
}

fn section(forms: &[Form]) -> Section {
    let (ours, zod) = (sums(forms, |form| &form.ours), sums(forms, |form| &form.zod));
    let row = |form: &Form| {
        let cell = |unit: Unit, samples: &[f64]| unit.tell_all(samples).unwrap_or_default();
        let ratios = ratios(&form.ours, &form.zod);
        vec![
            form.name.clone(),
            cell(Unit::US, &form.ours),
            cell(Unit::US, &form.zod),
            cell(Unit::TIMES, &ratios),
        ]
    };
    let mut rows = vec![Row::figure(
        "All four through our rules, against zod's time in the same round",
        Goal::AtMost(0.5),
        Unit::TIMES,
        &ratios(&ours, &zod),
    )];
    // The sum is mostly invalid forms, which zod is slow at; each form alone says more.
    rows.extend(forms.iter().map(|form| {
        let what = format!("{} through our rules, against zod's time", form.name);
        Row::figure(what, Goal::None, Unit::TIMES, &ratios(&form.ours, &form.zod))
    }));
    rows.push(Row::figure("All four through our rules", Goal::None, Unit::US, &ours));
    rows.push(Row::figure("All four through zod", Goal::None, Unit::US, &zod));
    Section {
        how: format!("{HOW} There were {} rounds.", ours.len()),
        rows,
        tables: vec![Table {
            title: "By form:".into(),
            columns: ["Form", "Ours", "zod", "Ours against zod"].map(String::from).into(),
            rows: forms.iter().map(row).collect(),
        }],
    }
}

/// The sum of all forms, round by round.
fn sums(forms: &[Form], side: fn(&Form) -> &Vec<f64>) -> Vec<f64> {
    let rounds = forms.iter().map(|form| side(form).len()).min().unwrap_or_default();
    let sum = |round: usize| forms.iter().filter_map(|form| side(form).get(round)).sum();
    (0..rounds).map(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::bench::section::Verdict;

    #[test]
    fn the_sum_of_all_forms_is_held_against_zods() {
        let form = |ours: [f64; 2], zod: [f64; 2]| Form {
            name: "contact".into(),
            ours: ours.into(),
            zod: zod.into(),
        };
        let section = section(&[form([1.0, 2.0], [1.0, 2.0]), form([1.0, 2.0], [9.0, 18.0])]);
        assert_eq!(section.rows[0].measured, "0.20 times");
        assert_eq!(section.rows[0].verdict, Verdict::Met);
        assert_eq!(section.rows[1].measured, "1.00 times", "the unflattering one stands beside it");
        assert_eq!(section.rows[3].measured, "3.0 µs (2.0 to 4.0)");
    }
}
