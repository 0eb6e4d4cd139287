//! Writing to the referrer: in which ways, how often, and that it stays.

use domain::account::DecisionPolicy;
use domain::case::Case;
use domain::event::{Kind, Way};
use domain::mobile::MobileNumber;
use domain::pipeline::{
    Command, Known, PipelineCommand, Referrer, decide, may_import, timeline, ways,
};
use domain::rejection::RejectionCode;

use crate::support::{
    Answer, at, case, coordinator, give, in_stage, last, manager, member, policy, progress,
    submitted,
};

const DAY: u64 = 24 * 3_600_000;

/// Two messages a day.
struct Twice;

impl DecisionPolicy for Twice {
    fn is_admin_number(&self, _: &MobileNumber) -> bool {
        false
    }

    fn said_in_a_day(&self) -> usize {
        2
    }
}

fn wants_texts() -> Referrer {
    Referrer { number_clear: true, has_account: true, wants_texts: true, texts: Vec::new() }
}

/// A referral whose referrer wants texts.
fn reachable() -> Known {
    Known { referrer: wants_texts(), ..submitted() }
}

fn say(known: &Known, way: &Way, words: &str, now: u64) -> Answer {
    let say = Command::Pipeline(PipelineCommand::Say { way, words });
    let decided = decide(known, &say, &coordinator(), &Twice, at(now));
    let event = decided.map_err(|rejections| rejections.codes().to_vec())?.unwrap();
    Ok(Known { referral: Some(case(known).evolve(&event)), ..known.clone() })
}

fn refused(code: RejectionCode) -> Answer {
    Err(vec![code])
}

#[test]
fn each_way_has_what_it_needs() {
    let guest = Referrer { number_clear: true, ..Referrer::default() };
    let unclear = Referrer::default();
    let silent = Referrer { wants_texts: false, ..wants_texts() };
    for (referrer, text, whatsapp) in [
        (wants_texts(), None, None),
        (silent, Some(RejectionCode::TextsNotWanted), None),
        (guest, Some(RejectionCode::NoAccount), None),
        (unclear, Some(RejectionCode::NoAccount), Some(RejectionCode::ReferrerNumberUnclear)),
    ] {
        let known = Known { referrer: referrer.clone(), ..submitted() };
        let found = ways(&known, &coordinator(), &Twice, at(20)).unwrap();
        assert_eq!(found, [(Way::Text, text), (Way::WhatsApp, whatsapp)], "{referrer:?}");
        for (way, code) in found {
            assert_eq!(say(&known, &way, "Hello", 20).err(), code.map(|code| vec![code]));
        }
    }
    let odd = Way::Other("pigeon".to_owned());
    assert_eq!(say(&reachable(), &odd, "Hello", 20), refused(RejectionCode::WayUnknown));
    let hidden = ways(&submitted(), &member(), &Twice, at(20));
    assert_eq!(hidden, Err(RejectionCode::ReferralGone));
}

#[test]
fn words_leave_without_what_nobody_types() {
    let said = say(&reachable(), &Way::Text, " Hello\tAsha,\r\nthank you. \n", 20).unwrap();
    let history = case(&said).history();
    let kind = &history.events().last().unwrap().event.kind;
    let words = "Hello Asha,\nthank you.".to_owned();
    assert_eq!(*kind, Kind::Said { way: Way::Text, words });
    for nothing in ["", " \r\n\t"] {
        let answer = say(&reachable(), &Way::Text, nothing, 20);
        assert_eq!(answer, refused(RejectionCode::WordsMissing));
    }
    for odd in ["a\u{7}b", "a\0", "\u{1b}[2J", "a\u{85}b"] {
        let answer = say(&reachable(), &Way::Text, odd, 20);
        assert_eq!(answer, refused(RejectionCode::ControlCharacters), "{odd:?}");
    }
}

#[test]
fn a_referrer_is_written_to_so_often_within_a_day() {
    let once = say(&reachable(), &Way::Text, "One", 100).unwrap();
    let twice = say(&once, &Way::WhatsApp, "Two", 200).unwrap();
    for way in Way::ALL {
        let third = say(&twice, &way, "Three", 99 + DAY);
        assert_eq!(third, refused(RejectionCode::SaidTooOften), "{way:?}");
        assert!(say(&twice, &way, "Three", 100 + DAY).is_ok(), "{way:?}");
    }
    // Texts about other referrals count for texts.
    let texts = vec![at(150), at(140)];
    let texted = Known { referrer: Referrer { texts, ..wants_texts() }, ..submitted() };
    let answer = say(&texted, &Way::Text, "One", 200);
    assert_eq!(answer, refused(RejectionCode::SaidTooOften));
    assert!(say(&texted, &Way::WhatsApp, "One", 200).is_ok());
    assert!(say(&texted, &Way::Text, "One", 140 + DAY).is_ok());
    // What a file says of itself keeps nobody from writing.
    let ids = case(&twice).history().events().map(|stored| stored.id()).collect();
    assert!(say(&Known { imported: ids, ..twice }, &Way::Text, "Three", 300).is_ok());
}

#[test]
fn what_was_said_changes_nothing_else_and_may_be_said_of_a_closed_referral() {
    for stage in ["received", "in-progress", "successful", "declined", "withdrawn"] {
        let known = in_stage(stage);
        let said = say(&known, &Way::WhatsApp, "Hello", 20).unwrap();
        assert_eq!(progress(&said), progress(&known), "{stage}");
    }
}

/// In the company's name, somebody could ask the referrer of a rival to withdraw.
#[test]
fn nobody_writes_to_the_referrer_of_a_rival_of_their_own_referral() {
    for known in [
        Known { concerns_rival: true, ..reachable() },
        Known { concerns_actor: true, ..reachable() },
    ] {
        assert_eq!(say(&known, &Way::WhatsApp, "Hello", 20), refused(RejectionCode::OwnReferral));
    }
}

#[test]
fn nobody_takes_back_what_was_said() {
    let said = say(&reachable(), &Way::WhatsApp, "Hello", 20).unwrap();
    let target = last(&said);
    for by in [coordinator(), manager()] {
        let undo = PipelineCommand::Undo {
            target: &target,
            note: "Why",
            own_number: false,
            is_staff: true,
        };
        assert_eq!(give(&said, undo, &by, 30), refused(RejectionCode::AlreadySaid));
        let entries = timeline(&said, &by, &policy(), at(30)).unwrap();
        assert!(!entries.last().unwrap().can_undo);
    }
    let undone = format!(r#"{{"at":30,"saw":1,"kind":"undone","target":"{target}"}}"#);
    let history = case(&said).history();
    let texts: Vec<_> = history.texts().chain([undone.as_str()]).collect();
    let after = Case::stored(case(&said).referral().clone(), &texts);
    let imported = may_import(&said, &after, false, &manager(), &policy());
    assert_eq!(imported, Err(RejectionCode::AlreadySaid));
    let note = PipelineCommand::Note { note: "They answered" };
    let noted = give(&said, note, &coordinator(), 30).unwrap();
    assert_eq!(may_import(&said, &case(&noted), false, &manager(), &policy()), Ok(()));
}
