//! Which reasons for declining are offered, and what is read of those that are not.

use domain::event::{PUBLIC_OTHER_REASON, Reason, Side};
use domain::pipeline::offered::{ADDED_MAX, LABEL_MAX};
use domain::pipeline::reasons::SENTENCE_MAX;
use domain::pipeline::text_rules::DIGITS_MAX;
use domain::pipeline::work::Offices;
use domain::pipeline::{DeclineReason, Known, PipelineCommand, ProgrammeDraft, ProgrammeSettings};
use domain::rejection::RejectionCode;

use crate::support::{coordinator, give, in_stage, last, manager, progress};

fn draft(settings: &ProgrammeSettings) -> ProgrammeDraft {
    settings.draft(&Offices::default())
}

/// What somebody makes of the settings by changing their reasons.
fn with(
    before: &ProgrammeSettings,
    change: impl FnOnce(&mut Vec<DeclineReason>),
) -> Result<ProgrammeSettings, Vec<RejectionCode>> {
    let mut wanted = draft(before);
    change(&mut wanted.reasons);
    let checked = wanted.check(before, &Offices::default());
    checked.map_err(|rejections| rejections.codes().to_vec())
}

fn new(label: &str, sentence: &str) -> DeclineReason {
    DeclineReason {
        name: String::new(),
        side: Side::Person,
        label: label.to_owned(),
        sentence: sentence.to_owned(),
        needs_note: false,
        offered: true,
        added: false,
    }
}

fn added(name: &str) -> Reason {
    Reason::from(name.to_owned())
}

fn moved_away() -> ProgrammeSettings {
    let begun = ProgrammeSettings::default();
    with(&begun, |all| all.push(new("Moved away (abroad)", "They have moved."))).unwrap()
}

/// A referral in Received, with these settings.
fn received(programme: &ProgrammeSettings) -> Known {
    Known { programme: programme.clone(), ..in_stage("received") }
}

fn decline(known: &Known, reason: &Reason) -> Result<Known, Vec<RejectionCode>> {
    give(known, PipelineCommand::Decline { reason, note: "" }, &coordinator(), 20)
}

#[test]
fn an_added_reason_is_offered_before_the_last_one_and_read_by_its_sentence() {
    let set = moved_away();
    let names: Vec<_> = set.reasons().into_iter().map(|reason| reason.name).collect();
    assert_eq!(names[Reason::ALL.len() - 1..], ["moved-away-abroad", "other"]);
    let reason = added("moved-away-abroad");
    let closed = decline(&received(&set), &reason).unwrap();
    let shown = progress(&closed);
    assert_eq!(shown.reason, Some(reason.clone()));
    assert_eq!(shown.sentence(&set), "They have moved.");
    assert_eq!(set.side(&reason), Side::Person);
    // Where nobody has added it, its name is kept, and nothing is said of it.
    let elsewhere = ProgrammeSettings::default();
    assert_eq!(shown.sentence(&elsewhere), PUBLIC_OTHER_REASON);
    assert_eq!(elsewhere.side(&reason), Side::Other);
    assert_eq!(decline(&received(&elsewhere), &reason), Err(vec![RejectionCode::ReasonUnknown]));
}

#[test]
fn what_is_switched_off_is_not_offered_and_still_read() {
    let set = moved_away();
    let closed = decline(&received(&set), &Reason::NoOpening).unwrap();
    let off = with(&set, |all| {
        for reason in all.iter_mut() {
            reason.offered = reason.name == "terms";
        }
    })
    .unwrap();
    for reason in Reason::ALL.iter().chain([&added("moved-away-abroad")]) {
        let refused = decline(&received(&off), reason).err();
        let codes = vec![RejectionCode::ReasonUnknown];
        assert_eq!(refused, Some(codes).filter(|_| *reason != Reason::Terms), "{reason:?}");
        assert_eq!(off.sentence(reason), set.sentence(reason));
        assert_eq!(off.side(reason), set.side(reason));
    }
    // It was offered when it was chosen: undoing and restoring bring it back.
    let closed = Known { programme: off, ..closed };
    let undo = |known: &Known| {
        let target = last(known);
        let undo = PipelineCommand::Undo {
            target: &target,
            note: "Why",
            own_number: false,
            is_staff: true,
        };
        give(known, undo, &manager(), 30).unwrap()
    };
    let restored = undo(&undo(&closed));
    assert_eq!(progress(&restored).reason, Some(Reason::NoOpening));
}

#[test]
fn nothing_that_was_added_goes_and_a_name_stays() {
    let set = moved_away();
    // A draft without it, as an older page would send it.
    let without = with(&set, |all| all.retain(|it| it.name != "moved-away-abroad")).unwrap();
    let left = without.reasons().into_iter().find(|it| it.name == "moved-away-abroad").unwrap();
    assert!(!left.offered);
    let renamed = with(&set, |all| {
        let own = all.iter_mut().find(|it| it.name == "moved-away-abroad").unwrap();
        own.label = " Gone\r\nhome ".to_owned();
        own.needs_note = true;
    })
    .unwrap();
    let reason = renamed.reasons().into_iter().find(|it| it.name == "moved-away-abroad").unwrap();
    assert_eq!((reason.label.as_str(), reason.needs_note), ("Gone home", true));
    let missing = Err(vec![RejectionCode::NoteMissing]);
    assert_eq!(decline(&received(&renamed), &added("moved-away-abroad")), missing);
    // What is the programme's own keeps its words.
    let own = with(&set, |all| {
        all[0].label = "Lazy".to_owned();
        all[0].sentence = "They are lazy.".to_owned();
        all[0].side = Side::Company;
    });
    assert_eq!(own.unwrap(), set);
}

#[test]
fn a_name_is_made_of_the_label_and_is_nobody_elses() {
    let begun = ProgrammeSettings::default();
    let set = with(&begun, |all| {
        for label in ["Terms!", "سافر", "انتقل", "98 - 76", "ZED zed", "n".repeat(64).as_str()]
        {
            all.push(new(label, "Gone."));
        }
    })
    .unwrap();
    let names: Vec<_> = set.reasons().into_iter().map(|reason| reason.name).collect();
    let long = "n".repeat(40);
    let expected = ["terms-aa", "added", "added-aa", "added-ab", "zed-zed", long.as_str(), "other"];
    assert_eq!(names[Reason::ALL.len() - 1..], expected);
}

#[test]
fn a_reason_of_the_record_has_the_sentence_of_all() {
    let begun = ProgrammeSettings::default();
    let told = DeclineReason { side: Side::Record, ..new("Known already", "We know them.") };
    let set = with(&begun, |all| all.push(told)).unwrap();
    assert_eq!(set.sentence(&added("known-already")), PUBLIC_OTHER_REASON);
}

#[test]
fn labels_and_sentences_have_their_bounds() {
    let begun = ProgrammeSettings::default();
    let digits = "7".repeat(DIGITS_MAX);
    let refused =
        |reason: DeclineReason| with(&begun, |all| all.push(reason)).err().unwrap_or_default();
    let (label, sentence) = (RejectionCode::LabelRefused, RejectionCode::SentenceRefused);
    for (reason, codes) in [
        (new(&"é".repeat(LABEL_MAX), &"é".repeat(SENTENCE_MAX)), vec![]),
        (new(&digits, &digits), vec![]),
        (new(&"l".repeat(LABEL_MAX + 1), "Gone."), vec![label]),
        (new("Gone", &"s".repeat(SENTENCE_MAX + 1)), vec![sentence]),
        (new(&format!("{digits}٧"), &format!("Call {digits}７")), vec![label, sentence]),
        (new(" ", "\n"), vec![label, sentence]),
        (new("no ANSWER", "Gone."), vec![label]),
        (
            DeclineReason { name: "magic".to_owned(), ..new("Magic", "Gone.") },
            vec![RejectionCode::ReasonUnknown],
        ),
    ] {
        assert_eq!(refused(reason.clone()), codes, "{reason:?}");
    }
    let twice = with(&begun, |all| all.extend([new("Gone", "Gone."), new("gone ", "Gone.")]));
    assert_eq!(twice, Err(vec![label]));
    let none = with(&begun, Vec::clear);
    assert_eq!(none, Err(vec![RejectionCode::NoneOffered]));
    let many = |count: usize| {
        with(&begun, |all| {
            all.extend((0..count).map(|place| new(&format!("Gone {place}"), "Gone.")))
        })
    };
    let full = many(ADDED_MAX).unwrap();
    assert_eq!(many(ADDED_MAX + 1), Err(vec![RejectionCode::ListFull]));
    assert_eq!(
        with(&full, |all| all.push(new("More", "More."))),
        Err(vec![RejectionCode::ListFull])
    );
    let names: std::collections::BTreeSet<_> =
        full.reasons().into_iter().map(|reason| reason.name).collect();
    assert_eq!(names.len(), Reason::ALL.len() + ADDED_MAX);
}

#[test]
fn the_words_name_the_bounds() {
    for (code, bound) in [
        (RejectionCode::LabelRefused, LABEL_MAX),
        (RejectionCode::SentenceRefused, SENTENCE_MAX),
        (RejectionCode::ListFull, ADDED_MAX),
    ] {
        assert!(code.words().hint.contains(&bound.to_string()), "{code:?}");
    }
}
