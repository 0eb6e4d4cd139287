//! A server whose disk is full: it refuses what it cannot keep, says so, keeps what it has
//! acknowledged, and goes on when there is room.

#![cfg(test)]

mod disk;
mod programme;
#[path = "../shared/running.rs"]
mod running;
#[path = "../shared/visitor.rs"]
mod visitor;

use disk::Disk;
use programme::{Kind, Programme};

/// From what takes most room to what takes least, which still goes in when the others do not.
const KINDS: [Kind; 4] = [Kind::Referral, Kind::Points, Kind::Message, Kind::Code];

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing_and_is_over_when_there_is_room() {
    if !disk::is_inside("a_full_disk_loses_nothing_and_is_over_when_there_is_room") {
        return;
    }
    let mut disk = Disk::mounted();
    let mut programme = Programme::on(&disk).await;
    loop {
        let refused = KINDS.map(|kind| programme.fill(kind));
        // Whatever is asked for now, and however often.
        for request in refused.iter().chain(&refused) {
            programme.assert_refused(request);
        }
        assert!(disk.is_full());
        programme.assert_answers();
        if !disk.make_room() {
            break;
        }
        for request in refused {
            programme.assert_accepted(request, &mut disk);
        }
    }
    programme.assert_kept().await;
}
