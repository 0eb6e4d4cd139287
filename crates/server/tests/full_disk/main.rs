//! A server on a small disk. When the disk is full, it refuses writes clearly, keeps what it has
//! acknowledged, and goes on when there is room.

#![cfg(test)]

mod disk;
mod programme;
#[path = "../shared/running.rs"]
mod running;

use disk::Disk;
use programme::{Kind, Programme};
use server::db::Store;
use testkit::Visitor;

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

#[test]
fn readiness_says_that_the_disk_is_full_until_there_is_room() {
    if !disk::is_inside("readiness_says_that_the_disk_is_full_until_there_is_room") {
        return;
    }
    let mut disk = Disk::mounted();
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", disk.path().join("site.db").display());
    let server = running::start(folder.path(), &database, &[]);
    let operator = Visitor::at(&server.operators_url());
    let becomes = |status: u16| {
        let since = std::time::Instant::now();
        loop {
            let answer = operator.get("/readyz").unwrap();
            if answer.status == status {
                return answer.body.as_str().unwrap().to_owned();
            }
            assert!(since.elapsed().as_secs() < 20, "{}", answer.body);
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
    };
    let refer = |key: &str| Visitor::at(&server.url()).refer_person(key, "Asha").unwrap().status;
    assert_eq!(becomes(200), "ready\n");
    disk.fill();
    let said = becomes(503);
    assert!(said.contains("nothing can be stored") && said.contains("is full"), "{said}");
    while disk.make_room() {}
    assert_eq!(becomes(200), "ready\n");
    assert_eq!(refer("there-is-room-again-1"), 201);
}

#[test]
fn a_restore_without_room_changes_nothing() {
    if !disk::is_inside("a_restore_without_room_changes_nothing") {
        return;
    }
    let mut disk = Disk::mounted();
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", disk.path().join("site.db").display());
    drop(running::start(folder.path(), &database, &[]));
    let server = |command: &[&str]| {
        let mut server = std::process::Command::new(env!("CARGO_BIN_EXE_server"));
        server.current_dir(folder.path()).env_clear().args(["--database", &database]);
        server.args(["--secret-file", "secret"]).args(command).output().unwrap()
    };
    let backup = server(&["backup", "copy.db"]);
    assert!(backup.status.success(), "{backup:?}");
    disk.fill();
    let files = disk.files();
    let refused = server(&["restore", "copy.db"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success(), "{refused:?}");
    assert!(said.contains("is full") && said.contains("Nothing was changed"), "{said}");
    assert_eq!(disk.files(), files);
    while disk.make_room() {}
    let restored = server(&["restore", "copy.db"]);
    assert!(restored.status.success(), "{restored:?}");
    assert!(server(&["verify"]).status.success());
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
    let server = running::start(disk.path(), &database, &[]);
    let answer = Visitor::at(&server.url()).refer_person("a-read-only-root-01", "Asha").unwrap();
    assert_eq!(answer.status, 201, "{}", answer.body);
    let store = Store::open(&database).await.unwrap();
    store.backup(&disk.path().join("copy.db")).await.unwrap();
    assert_eq!(store.integrity().await.unwrap(), Vec::<String>::new());
}
