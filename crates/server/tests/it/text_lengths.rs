//! How many messages a text is: in other scripts than Latin, 70 letters are one, and 67 each part of a longer one.

use domain::event::Reason;
use domain::pipeline::reasons::SENTENCE_MAX;
use domain::pipeline::{PublicStage, reason_id};
use domain::referral::Instant;
use domain::rewards::{RedemptionStatus, RedemptionStep, TakenBy};
use domain::say::Say;

use crate::languages::{at, languages};

/// How many letters of a name or title are in a text: the rest is left out.
const NAME_MAX: usize = 40;

/// How many messages a text is in UCS-2, which has two places for rare letters.
fn parts(text: &str) -> usize {
    match text.encode_utf16().count() {
        ..=70 => 1,
        letters => letters.div_ceil(67),
    }
}

/// What the site itself says of referrals and of requests, in each language but English: what is in it has `letters`,
/// and the host `host`.
fn texts(letters: usize, host: usize) -> Vec<String> {
    let (letters, host) = ("x".repeat(letters), "h".repeat(host));
    let mut texts = Vec::new();
    for (code, words) in languages().into_iter().skip(1) {
        let address = host.clone() + &at(code, "/referral");
        let stages = PublicStage::ALL.iter().map(PublicStage::sentence_id);
        let reasons = Reason::ALL.iter().filter_map(reason_id);
        for id in stages.chain(reasons) {
            let sentence = words.message(&id, &[]).unwrap();
            texts.push(api::progress_message(&letters, &sentence, &address, &words));
        }
        texts.extend(requests(&letters, &address, &words));
    }
    texts
}

/// What is said of requests for something with this title.
fn requests(title: &str, address: &str, words: &dyn Say) -> Vec<String> {
    let step =
        |status| RedemptionStep::new(status, Instant::default(), TakenBy::Staff(String::new()));
    let changed = RedemptionStep { is_reference: true, ..step(RedemptionStatus::Requested) };
    let steps = RedemptionStatus::ALL.into_iter().map(step).chain([changed]);
    steps.map(|step| api::redemption_message(title, &step, address, words)).collect()
}

fn most(texts: &[String]) -> usize {
    let most = texts.iter().max_by_key(|text| parts(text)).unwrap();
    println!("{}: {most}", parts(most));
    parts(most)
}

/// The numbers are in docs/hosting/reference.md.
#[test]
fn a_text_about_a_referral_or_a_request_is_as_many_messages_as_operators_read() {
    let usual = texts(22, 17);
    assert!(usual.len() > 3 * 20, "{}", usual.len());
    assert_eq!(most(&usual), 2);
    assert_eq!(most(&texts(100, 50)), 3);
    let own = "s".repeat(SENTENCE_MAX);
    let longest: Vec<_> = languages()
        .into_iter()
        .map(|(code, words)| {
            let address = "h".repeat(50) + &at(code, "/referral");
            api::progress_message(&"n".repeat(100), &own, &address, &words)
        })
        .collect();
    assert!(longest.iter().all(|text| !text.contains(&"n".repeat(NAME_MAX + 1))));
    assert_eq!(most(&longest), 5);
}

/// In English, a name in another script makes a text one of 70 letters, too.
#[test]
fn an_english_text_is_one_message_of_160_letters_or_two_of_67() {
    let (_, words) = languages().swap_remove(0);
    let address = "h".repeat(17) + "/referral";
    let sentences = PublicStage::ALL.iter().map(|stage| stage.sentence.to_owned());
    let reasons = Reason::ALL.iter().filter_map(|it| Some(it.words()?.sentence.to_owned()));
    let said = sentences.chain(reasons);
    let name = "x".repeat(22);
    let progress = said.map(|it| api::progress_message(&name, &it, &address, &words));
    let all: Vec<_> = progress.chain(requests(&name, &address, &words)).collect();
    for text in &all {
        assert!(text.chars().count() <= 160, "{text}");
    }
    assert_eq!(most(&all), 2);
}
