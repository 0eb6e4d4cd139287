//! A server on a small disk. When the disk is full, it refuses writes clearly, keeps what it has
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
use running::Running;
use store::Store;
use visitor::Visitor;

/// From the largest write to the smallest, which still fits when the others do not.
const KINDS: [Kind; 4] = [Kind::Referral, Kind::Points, Kind::Message, Kind::Code];

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing_and_writing_resumes_when_there_is_room() {
    if !disk::is_inside("a_full_disk_loses_nothing_and_writing_resumes_when_there_is_room") {
        return;
    }
    let mut disk = Disk::mounted();
    let mut programme = Programme::on(&disk).await;
    loop {
        let refused = KINDS.map(|kind| programme.fill(kind));
        // Every request, repeatedly.
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

#[tokio::test(flavor = "multi_thread")]
async fn a_server_writes_only_beside_its_database() {
    if !disk::is_inside("a_server_writes_only_beside_its_database") {
        return;
    }
    let mut disk = Disk::mounted();
    while disk.make_room() {}
    if !disk::make_all_else_read_only() {
        return;
    }
    let database = format!("sqlite://{}", disk.path().join("site.db").display());
    let server = Running::start(disk.path(), &database, &[]);
    let answer = Visitor::at(server.url()).refer("a-read-only-root-01", "Asha").unwrap();
    assert_eq!(answer.status, 201, "{}", answer.body);
    let store = Store::open(&database).await.unwrap();
    store.backup(&disk.path().join("copy.db")).await.unwrap();
    assert_eq!(store.integrity().await.unwrap(), Vec::<String>::new());
}
