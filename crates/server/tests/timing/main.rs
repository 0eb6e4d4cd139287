//! The time of an answer does not reveal whether a number is registered, was referred before, or is never to be
//! contacted, nor whether a link works.
//! This is a program of its own, so that no other test runs at the same time.

#![cfg(test)]

#[path = "../shared/frames.rs"]
mod frames;
#[path = "../shared/interface.rs"]
mod interface;
mod pairs;

use pairs::Pairs;

const PAIRS: usize = 600;

/// How far the share may be from a half. One more statement for one of the numbers makes the share 0.8 on a machine that does
/// nothing else, which is what this is run on. A number that was referred before, or is never to be contacted, has a row
/// more to read or to write, and little else differs between two answers: that makes 0.61 and 0.62. Chance adds a standard
/// deviation of 0.02, so the limit is three of these from the one and six from the other.
const TOLERANCE: f64 = 0.18;

/// Scenario 6 of the programme.
#[tokio::test]
async fn the_time_that_an_answer_takes_does_not_tell_whether_a_number_is_known() {
    let mut pairs = Pairs::new(PAIRS).await;
    for place in 0..PAIRS {
        pairs.ask(place).await;
        pairs.refer(place).await;
        pairs.refer_unwanted(place).await;
    }
    pairs.share().await;
    for place in 0..PAIRS {
        pairs.come_by_link(place).await;
    }
    pairs.log_in().await;
    for place in 0..PAIRS {
        pairs.command(place).await;
    }
    for (asked, times) in [
        ("for a code", &pairs.sends),
        ("with a wrong code", &pairs.tries),
        ("with a referral", &pairs.submissions),
        ("with a command that is refused", &pairs.commands),
        ("with a correction", &pairs.corrections),
        ("with a referral of somebody who is never to be contacted", &pairs.unwanted),
        ("for the page of a link that works", &pairs.links.opened),
        ("by a link, for a code", &pairs.links.sent),
        ("by a link, with a wrong code", &pairs.links.tried),
    ] {
        let share = times.known_longer();
        println!("{asked}: the known number took longer in {share:.3} of the pairs");
        assert!((share - 0.5).abs() <= TOLERANCE, "{asked}: {share:.3}");
    }
}
