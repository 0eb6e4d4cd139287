//! Restoring a backup, as an operator does it, and what happens with a backup or a secret that is not
//! the right one.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::{Value, json};
use server::{db::Store, staff::records::StaffMember};
use sqlx::{AnyConnection, Connection};
use tempfile::TempDir;

use crate::cli::{files, filled_site, said, url};
use crate::process::{Running, run, site};

/// Submits a referral as a guest and returns its key if it was acknowledged.
fn submit(addr: &str, number: usize) -> Option<String> {
    let draft = json!({
        "referrerName": "Asha Rao",
        "referrerPhone": "919840012345",
        "referredName": format!("Person {number}"),
        "referredPhone": "9744555666",
        "service": "training",
        "notes": "",
    });
    let body = json!({ "draft": draft }).to_string();
    let mut stream = TcpStream::connect(addr).ok()?;
    let request = format!(
        "POST /api/referrals HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nIdempotency-Key: number-of-the-drill-{number:06}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    let body: Value = serde_json::from_str(body).ok()?;
    body["value"]["key"].as_str().map(str::to_owned)
}

async fn is_there(folder: &Path, keys: &[String]) -> bool {
    let store = Store::open_current(&url(folder)).await.unwrap();
    for key in keys {
        if store.referral(key).await.unwrap().is_none() {
            return false;
        }
    }
    true
}

fn succeeds(folder: &Path, flags: &[&str]) -> String {
    let output = run(folder, flags);
    assert!(output.status.success(), "{flags:?}: {}", said(&output));
    said(&output)
}

fn is_refused(folder: &Path, flags: &[&str], words: &str) {
    let output = run(folder, flags);
    assert!(!output.status.success(), "{flags:?}: {output:?}");
    assert!(said(&output).contains(words), "{flags:?}: {}", said(&output));
}

/// The server is killed under load, so its log is beside the database when the backup is restored.
#[tokio::test]
async fn a_restored_backup_has_everything_acknowledged_before_it() {
    let server = Running::start(&["--request-rate", "100000", "--request-burst", "100000"]);
    let addr = server.addr().to_owned();
    // By what both have on record, a restore knows which database the backup was made of.
    succeeds(server.folder(), &["staff", "make-owner", "9000000031", "--name", "Bala"]);
    let (keys, is_over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let is_longer = |than: usize| {
        while keys.lock().unwrap().len() < than {
            thread::sleep(Duration::from_millis(5));
        }
        keys.lock().unwrap().clone()
    };
    let (before, folder) = thread::scope(|scope| {
        scope.spawn(|| {
            for number in (0..).take_while(|_| !is_over.load(Ordering::Relaxed)) {
                let key = submit(&addr, number);
                keys.lock().unwrap().extend(key);
            }
        });
        let before = is_longer(30);
        succeeds(server.folder(), &["backup", "copy.db"]);
        // After the backup, however long that took.
        let copied = keys.lock().unwrap().len();
        is_longer(copied + 30);
        let folder = server.killed();
        is_over.store(true, Ordering::Relaxed);
        (before, folder)
    });
    let all = keys.into_inner().unwrap();
    let here = folder.path();
    assert!(fs::metadata(here.join("data/site.db-wal")).unwrap().len() > 0);
    let restored = succeeds(here, &["restore", "copy.db"]);
    assert!(restored.contains("as its checksum says"), "{restored}");
    for again in [
        "no token of a program works",
        "recovery codes",
        "passkeys",
        "award again",
        "with the bank",
        "people erased again: 0",
    ] {
        assert!(restored.contains(again), "{again}: {restored}");
    }
    assert!(!restored.contains("erase who"), "{restored}");
    succeeds(here, &["verify"]);
    assert!(is_there(here, &before).await);
    assert!(!is_there(here, &all).await);
    assert!(succeeds(here, &["events"]).contains("database-restored"));
    let server = Running::start_in(folder, &[]);
    assert!(submit(server.addr(), 1_000_000).is_some());
    let folder = server.killed();
    let here = folder.path();

    // Back to what was there, with its log.
    let aside = restored.lines().find_map(|line| line.strip_prefix("  /")).unwrap();
    let aside = format!("sqlite:///{aside}");
    let secret = ["--secret-file", "data/site.db.secret"];
    let aside = [&["backup", "back.db", "--database", &aside], &secret[..]].concat();
    succeeds(here, &aside);
    succeeds(here, &["restore", "back.db"]);
    assert!(is_there(here, &all).await);

    // On another machine, which has nothing but the backup and the secret.
    let lost = new_folder();
    for file in ["copy.db", "data/site.db.secret"] {
        fs::copy(here.join(file), lost.path().join(file)).unwrap();
    }
    let restored = succeeds(lost.path(), &["restore", "copy.db"]);
    assert!(restored.contains("There was no copy.db.sha256"), "{restored}");
    assert!(restored.contains("There was no database before"), "{restored}");
    for left in ["was in place: there was none", "erase who has been", "close the referrals"] {
        assert!(restored.contains(left), "{left}: {restored}");
    }
    assert!(is_there(lost.path(), &before).await);
}

/// A site with a folder for the database, and nothing in it.
fn new_folder() -> TempDir {
    let folder = site();
    fs::create_dir(folder.path().join("data")).unwrap();
    folder
}

#[tokio::test]
async fn a_bad_backup_changes_nothing() {
    let folder = filled_site().await;
    let here = folder.path();
    succeeds(here, &["backup", "copy.db"]);
    let good = fs::read(here.join("copy.db")).unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(here.join(name), bytes).unwrap();
    let place = good.windows(8).position(|part| part == b"Person 3").unwrap();
    let mut flipped = good.clone();
    flipped[place] = b'Q';
    put("flipped.db", &flipped);
    fs::copy(here.join("copy.db.sha256"), here.join("flipped.db.sha256")).unwrap();
    put("short.db", &good[..good.len() / 2]);
    put("letter.db", "This is a letter and no database.".repeat(999).as_bytes());
    put("empty.db", b"");
    put("trigger.db", &good);
    let trigger = "CREATE TRIGGER forgets AFTER INSERT ON do_not_contact \
                   BEGIN DELETE FROM do_not_contact; END";
    execute(&file_url(&here.join("trigger.db")), trigger).await;
    put("later.db", &good);
    execute(&file_url(&here.join("later.db")), LATER).await;
    put("in-use.db", &good);
    put("in-use.db-wal", b"a log");
    let live = fs::read(here.join("data/site.db")).unwrap();
    let data = files(&here.join("data"));
    for (file, words) in [
        ("flipped.db", "has changed since it was made"),
        ("short.db", "is damaged"),
        ("letter.db", "no database"),
        ("empty.db", "no database"),
        ("trigger.db", "a trigger \"forgets\" that this program does not make"),
        ("later.db", "later.db cannot be restored: the database is of another version"),
        ("in-use.db", "server backup"),
        ("nothing.db", "cannot read nothing.db"),
        ("data/site.db", "is the database itself"),
    ] {
        is_refused(here, &["restore", file], words);
        assert!(fs::read(here.join("data/site.db")).unwrap() == live, "{file}");
        assert_eq!(files(&here.join("data")), data, "{file}");
    }
    // The same letter is noticed before anybody needs the backup.
    let secret = ["--secret-file", "data/site.db.secret"];
    let verify = [&["verify", "--database", "sqlite://flipped.db"], &secret[..]].concat();
    is_refused(here, &verify, "has changed since it was made");
    let verify = [&["verify", "--database", "sqlite://copy.db"], &secret[..]].concat();
    assert!(succeeds(here, &verify).contains("as its checksum says"));
    // Without a checksum, a referral whose key is not that of its texts is seen, and no other text.
    fs::remove_file(here.join("flipped.db.sha256")).unwrap();
    let verify = [&["verify", "--database", "sqlite://flipped.db"], &secret[..]].concat();
    is_refused(here, &verify, "1 referrals that cannot be read");
    fs::remove_file(here.join("copy.db.sha256")).unwrap();
    let verify = [&["verify", "--database", "sqlite://copy.db"], &secret[..]].concat();
    assert!(succeeds(here, &verify).contains("cannot see a changed letter"));
}

#[cfg(unix)]
#[tokio::test]
async fn a_restore_follows_links_and_can_be_repeated() {
    let folder = filled_site().await;
    let here = folder.path();
    succeeds(here, &["backup", "copy.db"]);
    fs::create_dir(here.join("disk")).unwrap();
    fs::rename(here.join("data/site.db"), here.join("disk/site.db")).unwrap();
    std::os::unix::fs::symlink("../disk/site.db", here.join("data/site.db")).unwrap();
    std::os::unix::fs::symlink("copy.db", here.join("link.db")).unwrap();
    for _ in 0..2 {
        succeeds(here, &["restore", "link.db"]);
    }
    assert!(here.join("data/site.db").is_symlink());
    let kept = files(&here.join("disk"));
    let kept = kept.iter().filter(|file| file.to_string_lossy().contains("before-restore"));
    assert_eq!(kept.count(), 2);
    assert!(succeeds(here, &["verify"]).contains("referrals: 7"));
    assert_eq!(succeeds(here, &["events"]).matches("database-restored").count(), 1);
    // One that died left the link without its target.
    let aside = here.join("disk/site.db.before-restore-29990102T030405.678Z");
    fs::rename(here.join("disk/site.db"), aside).unwrap();
    assert!(succeeds(here, &["restore", "link.db"]).contains("There was no database in place"));
    assert!(here.join("data/site.db").is_symlink() && here.join("disk/site.db").is_file());
}

#[tokio::test]
async fn another_secret_stops_everything_and_says_what_to_do() {
    let folder = filled_site().await;
    let here = folder.path();
    succeeds(here, &["backup", "copy.db"]);
    let secret = here.join("data/site.db.secret");
    let right = fs::read(&secret).unwrap();
    fs::write(here.join("other"), [8; 32]).unwrap();
    let commands: [&[&str]; 9] = [
        &["serve", "--sender", "log"],
        &["verify"],
        &["backup", "second.db"],
        &["restore", "copy.db"],
        &["events"],
        &["login-code", "9876543210"],
        &["sessions", "list", "9876543210"],
        &["recovery-codes", "--admin-number", "1000000000"],
        &["staff", "list"],
    ];
    for command in commands {
        let foreign = [command, &["--secret-file", "other"]].concat();
        is_refused(here, &foreign, "secret in other is not the one");
        is_refused(here, &foreign, "server secret adopt");
    }
    fs::remove_file(&secret).unwrap();
    for command in commands {
        is_refused(here, command, "cannot read data/site.db.secret");
        is_refused(here, command, "erased records are not recognised");
    }
    assert!(!secret.exists(), "no command makes another");
    is_refused(here, &["secret", "adopt"], "webhooks have other secrets");
    assert!(!secret.exists());

    // It is lost for good.
    succeeds(here, &["secret", "adopt", "--yes"]);
    succeeds(here, &["verify"]);
    assert!(succeeds(here, &["events"]).contains("secret-adopted"));
    is_refused(here, &["restore", "copy.db"], "is not the one that");
    assert!(
        succeeds(here, &["restore", "copy.db", "--secret-lost"]).contains("server secret adopt")
    );
    is_refused(here, &["verify"], "is not the one that");
    succeeds(here, &["secret", "adopt", "--yes"]);
    assert!(succeeds(here, &["verify"]).contains("referrals: 7"));

    // It is found again.
    fs::write(&secret, right).unwrap();
    let restored = succeeds(here, &["restore", "copy.db"]);
    for left in ["in place: it was made with another secret", "erase who has been"] {
        assert!(restored.contains(left), "{left}: {restored}");
    }
    succeeds(here, &["verify"]);
}

/// Makes a database one of a later version.
const LATER: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
     SELECT 999, 'later', TRUE, checksum, 1 FROM _sqlx_migrations WHERE version = 1";

fn file_url(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

/// Executes a statement, as another program would.
async fn execute(database: &str, statement: &'static str) {
    sqlx::any::install_default_drivers();
    let mut database = AnyConnection::connect(database).await.unwrap();
    sqlx::raw_sql(statement).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

const ASHA: &str = "9876543210";

/// A site that has made a backup with a member and a colleague, of whom the member has erased themselves since, just before
/// the server was killed, and the colleague was removed from the staff.
fn site_with_people_who_have_gone() -> TempDir {
    let server = Running::start(&[]);
    let cookie = server.log_in(ASHA, "signup", "");
    let folder = server.folder();
    succeeds(folder, &["staff", "make-owner", "9000000031", "--name", "Bala"]);
    succeeds(folder, &["backup", "copy.db"]);
    let staff = succeeds(folder, &["staff", "list"]);
    let bala = staff.lines().find(|line| line.contains("Bala")).unwrap();
    succeeds(folder, &["staff", "revoke", bala.split(' ').next().unwrap()]);
    let erased = server.ask(&format!("DELETE /api/me HTTP/1.1\r\nCookie: {cookie}"), "");
    assert!(erased.contains("\"accounts\":1"), "{erased}");
    server.killed()
}

/// Whether Asha has an account, and Bala works here.
async fn are_here(folder: &Path) -> (bool, bool) {
    let store = Store::open_current(&url(folder)).await.unwrap();
    let (accounts, staff) = (store.accounts(None, 9).await, store.staff().await);
    store.close().await;
    let works = |bala: &StaffMember| bala.name == "Bala" && bala.revoked_at.is_none();
    (!accounts.unwrap().is_empty(), staff.unwrap().iter().any(works))
}

/// The second restore carries over from the file that the first has moved aside.
#[tokio::test]
async fn a_restore_that_died_half_way_is_finished_by_another() {
    let folder = site_with_people_who_have_gone();
    let here = folder.path();
    let data = here.join("data");
    // The log has both names while the database moves.
    let aside = data.join("site.db.before-restore-20260102T030405.678Z");
    let [log, log_aside] =
        [data.join("site.db-wal"), data.join("site.db.before-restore-20260102T030405.678Z-wal")];
    fs::hard_link(&log, &log_aside).unwrap();
    fs::rename(data.join("site.db"), &aside).unwrap();
    let restored = succeeds(here, &["restore", "copy.db"]);
    for said in [
        "There was no database in place",
        "people erased again: 1",
        "had left: 1",
        // Nobody knows whether it is the last that there was.
        "erase who has been erased",
    ] {
        assert!(restored.contains(said), "{said}: {restored}");
    }
    assert_eq!(are_here(here).await, (false, false));
    assert!(!log.exists() && log_aside.exists());
    // What an earlier restore has left aside says nothing of what has happened after it.
    succeeds(here, &["backup", "later.db"]);
    fs::remove_file(data.join("site.db")).unwrap();
    let restored = succeeds(here, &["restore", "later.db"]);
    for said in ["the backup has gone on without it", "erase who has been erased"] {
        assert!(restored.contains(said), "{said}: {restored}");
    }
}

/// What they did stands in the log that the killed server has left.
#[tokio::test]
async fn who_has_gone_since_the_backup_stays_gone() {
    let folder = site_with_people_who_have_gone();
    let here = folder.path();
    assert_eq!(are_here(here).await, (false, false));
    let restored = succeeds(here, &["restore", "copy.db"]);
    for said in ["people erased again: 1", "staff removed who had left: 1", "make-owner NUMBER"] {
        assert!(restored.contains(said), "{said}: {restored}");
    }
    for carried in ["erase who has", "remove the access of staff", "can say it again"] {
        assert!(!restored.contains(carried), "{carried}: {restored}");
    }
    assert_eq!(are_here(here).await, (false, false));
    succeeds(here, &["verify"]);
}

#[tokio::test]
async fn what_a_damaged_database_cannot_say_is_left_to_the_operator() {
    let folder = site_with_people_who_have_gone();
    let here = folder.path();
    // The log's pages come into the file itself.
    succeeds(here, &["verify"]);
    let database = here.join("data/site.db");
    assert_eq!(are_here(here).await, (false, false));
    let whole = fs::read(&database).unwrap();
    // The page where those begin who have left the staff.
    let mut file =
        AnyConnection::connect(&format!("sqlite://{}", database.display())).await.unwrap();
    let page = "SELECT rootpage FROM sqlite_schema WHERE name = 'former_staff'";
    let page: i64 = sqlx::query_scalar(page).fetch_one(&mut file).await.unwrap();
    file.close().await.unwrap();
    let end = usize::try_from(page).unwrap() * 4096;
    let mut damaged = whole.clone();
    damaged[end - 4096..end].fill(0xa5);
    fs::write(&database, damaged).unwrap();
    let restored = succeeds(here, &["restore", "copy.db"]);
    for said in [
        "people erased again: 1",
        "removed who had left: 0",
        "could not say who has left the staff",
        "That database is damaged",
        "remove the access of staff",
    ] {
        assert!(restored.contains(said), "{said}: {restored}");
    }
    assert_eq!(are_here(here).await, (false, true));

    for damaged in [b"no database".repeat(9999), whole[..whole.len() / 2].to_vec()] {
        fs::write(&database, damaged).unwrap();
        let restored = succeeds(here, &["restore", "copy.db"]);
        for said in
            ["cannot be opened", "erase who has", "refused since", "can say it", "access of staff"]
        {
            assert!(restored.contains(said), "{said}: {restored}");
        }
        succeeds(here, &["verify"]);
    }
    is_refused(here, &["finish-restore"], "is for PostgreSQL");
}

/// As `docs/hosting/operate.md` says.
#[tokio::test]
async fn a_dump_of_postgresql_is_restored_into_a_new_database() {
    let Some(database) = testkit::postgres::database().await else { return };
    let Some(other) = testkit::postgres::database().await else { return };
    let folder = site();
    let here = folder.path();
    fs::write(here.join("secret"), [7; 32]).unwrap();
    let at = |database| ["--database", database, "--secret-file", "secret"];
    succeeds(here, &[&["init"], &at(&database)[..]].concat());
    let server = Running::start_in(folder, &at(&database));
    let key = submit(server.addr(), 1).unwrap();
    let cookie = server.log_in(ASHA, "signup", "");
    let owner = ["staff", "make-owner", "9000000031", "--name", "Bala"];
    succeeds(server.folder(), &[&owner[..], &at(&database)[..]].concat());
    let dump = server.folder().join("site.dump");
    let mut dumping = Command::new("pg_dump");
    dumping.args(["--format=custom", "--file"]).arg(&dump).arg(&database);
    assert!(dumping.status().unwrap().success());
    let erased = server.ask(&format!("DELETE /api/me HTTP/1.1\r\nCookie: {cookie}"), "");
    assert!(erased.contains("\"accounts\":1"), "{erased}");
    let staff = succeeds(server.folder(), &[&["staff", "list"], &at(&database)[..]].concat());
    let bala = staff.lines().find(|line| line.contains("Bala")).unwrap();
    let revoke = ["staff", "revoke", bala.split(' ').next().unwrap()];
    succeeds(server.folder(), &[&revoke[..], &at(&database)[..]].concat());
    let mut restoring = Command::new("pg_restore");
    restoring.args(["--no-owner", "--single-transaction", "--dbname", &other]).arg(&dump);
    assert!(restoring.status().unwrap().success());
    let finish = [&["finish-restore", "--from", &database], &at(&other)[..]].concat();
    is_refused(server.folder(), &finish, "stop it first");
    let folder = server.killed();
    let here = folder.path();
    // Both lack a file of the schema, and the addresses are exchanged: nothing changes.
    for older in [&database, &other] {
        execute(older, "DROP INDEX referrals_by_words").await;
        execute(older, "DELETE FROM _sqlx_migrations WHERE version = 2").await;
    }
    let exchanged = [&["finish-restore", "--from", &other], &at(&database)[..]].concat();
    is_refused(here, &exchanged, "Are the two addresses exchanged?");
    is_refused(here, &[&["verify"], &at(&database)[..]].concat(), "has yet to get search");
    // What is carried over may come from a later version.
    execute(&database, LATER).await;
    let finished = succeeds(here, &finish);
    for said in ["people erased again: 1", "staff removed who had left: 1", "sessions: 0"] {
        assert!(finished.contains(said), "{said}: {finished}");
    }
    assert!(succeeds(here, &[&["events"], &at(&other)[..]].concat()).contains("database-restored"));
    // Without the other one, everything is left to do.
    let finished = succeeds(here, &[&["finish-restore"], &at(&other)[..]].concat());
    assert!(finished.contains("--from does not say where it is"), "{finished}");
    assert!(finished.contains("erase who has been"), "{finished}");
    succeeds(here, &[&["verify"], &at(&other)[..]].concat());
    fs::write(here.join("foreign"), [8; 32]).unwrap();
    let foreign = ["verify", "--database", &other, "--secret-file", "foreign"];
    is_refused(here, &foreign, "is not the one");
    is_refused(here, &[&["restore", "site.dump"], &at(&other)[..]].concat(), "pg_restore");
    let server = Running::start_in(folder, &at(&other));
    assert!(submit(server.addr(), 2).is_some());
    let store = Store::open_current(&other).await.unwrap();
    assert!(store.referral(&key).await.unwrap().is_some());
    assert_eq!(store.accounts(None, 9).await.unwrap(), []);
}
