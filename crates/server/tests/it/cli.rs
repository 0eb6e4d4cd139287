//! The operator's commands: what they create, what they leave alone, and what they print.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::process::{Running, new_site, run, site};
use crate::support::{BEGINNING, TestApp, at};
use domain::{account::User, case::Case, mobile::MobileNumber};
use server::Secret;
use server::{
    db::Store,
    referrals::records::{Listing, Scope},
    transfer::records::{Export, Importer},
};
use tempfile::TempDir;

/// Every command that needs a database and may not make one.
const COMMANDS: [&[&str]; 14] = [
    &["serve", "--sender", "log"],
    &["backup", "copy.db"],
    &["verify"],
    &["secret", "adopt", "--yes"],
    &["login-code", "9876543210"],
    &["migrate", "--to", "sqlite://other/site.db"],
    &["events"],
    &["sessions", "list", "9876543210"],
    &["sessions", "revoke", "9876543210"],
    &["recovery-codes", "--admin-number", "1000000000"],
    &["staff", "list"],
    &["staff", "revoke", "nobody"],
    &["staff", "recover", "9876543210"],
    &["staff", "make-owner", "9876543210"],
];

pub(crate) fn said(output: &Output) -> String {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8(text).unwrap()
}

/// All files of a folder, except the site's.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.retain(|file| !file.ends_with("dist"));
    files.sort();
    files
}

/// The address of the database where the commands look for it.
pub(crate) fn url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("data/site.db").display())
}

/// A referral as a browser would have stored it.
fn record(name: &str, id: u64) -> Case {
    let record = serde_json::json!({
        "id": id, "referrerName": "Gita", "referrerMobile": "9000000001", "referredName": name,
        "referredPhone": "044 2345", "service": "training", "notes": "", "date": "1/1/2026",
        "status": "Pending", "points": 0,
    });
    Case::stored(serde_json::from_value(record).unwrap(), &[])
}

/// A site with seven referrals.
pub(crate) async fn filled_site() -> TempDir {
    let folder = new_site();
    let store = Store::open_current(&url(folder.path())).await.unwrap();
    let id = |place| BEGINNING + place;
    let referrals = (0..7).map(|place| record(&format!("Person {place}"), id(place))).collect();
    let export = Export { accounts: Vec::new(), referrals };
    assert_eq!(store.import(&export, at(id(9)), false, &Importer::PROGRAM).await.unwrap().new, 7);
    store.close().await;
    folder
}

#[tokio::test]
async fn a_database_is_made_backed_up_and_moved_without_serving() {
    let folder = filled_site().await;
    let described = run(folder.path(), &["openapi"]);
    assert!(described.stdout.starts_with(b"{"));
    let copied = run(folder.path(), &["backup", "copy.db"]);
    assert!(copied.status.success(), "{copied:?}");
    assert!(said(&copied).contains("referrals: 7"), "{copied:?}");
    let mut checking = Command::new("sha256sum");
    checking.current_dir(folder.path()).args(["--check", "copy.db.sha256"]);
    assert!(checking.status().unwrap().success());

    let to = ["migrate", "--to", "sqlite://other/site.db"];
    let nowhere = run(folder.path(), &to);
    assert!(!nowhere.status.success(), "{nowhere:?}");
    assert!(said(&nowhere).contains("which --to names"), "{nowhere:?}");
    let other = ["--database", "sqlite://other/site.db", "--secret-file", "data/site.db.secret"];
    let foreign = run(folder.path(), &["init", "--database", "sqlite://foreign/site.db"]);
    assert!(foreign.status.success(), "{foreign:?}");
    let refused = run(folder.path(), &["migrate", "--to", "sqlite://foreign/site.db"]);
    assert!(said(&refused).contains("is not the one that the database was made"), "{refused:?}");
    assert!(run(folder.path(), &[&["init"], &other[..]].concat()).status.success());
    let moved = run(folder.path(), &to);
    assert!(moved.status.success(), "{moved:?}");
    let events = run(folder.path(), &["events"]);
    assert!(said(&events).contains("database-copied"), "{events:?}");
    let verified = run(folder.path(), &[&["verify"], &other[..]].concat());
    assert!(verified.status.success(), "{verified:?}");
    assert!(said(&verified).contains("referrals: 7"), "{verified:?}");
}

#[test]
fn only_init_makes_a_database() {
    for command in COMMANDS {
        let folder = site();
        let output = run(folder.path(), command);
        assert!(!output.status.success(), "{command:?}");
        let said = said(&output);
        let path = folder.path().join("data/site.db");
        let place = format!("no database at {}, which --database names", path.display());
        assert!(said.contains(&place), "{command:?}: {said}");
        assert!(said.contains("server init"), "{command:?}: {said}");
        assert_eq!(files(folder.path()), [""; 0].map(PathBuf::from), "{command:?}");
    }
    let folder = site();
    fs::write(folder.path().join("site.toml"), "database = \"sqlite://typo/site.db\"\n").unwrap();
    let serve = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
        command.current_dir(folder.path()).env_clear().args(["--sender", "log", "--dist", "dist"]);
        command
    };
    let named = serve().args(["--config", "site.toml"]).output().unwrap();
    assert!(said(&named).contains("which database (line 1 of site.toml) names"), "{named:?}");
    let named = serve().env("SITE_DATABASE", "sqlite://typo/site.db").output().unwrap();
    assert!(said(&named).contains("which SITE_DATABASE names"), "{named:?}");
    assert_eq!(files(folder.path()), [folder.path().join("site.toml")]);
}

#[test]
fn init_touches_nothing_that_is_there() {
    let folder = new_site();
    let verified = run(folder.path(), &["verify"]);
    assert!(verified.status.success(), "{verified:?}");
    let (database, secret) =
        (folder.path().join("data/site.db"), folder.path().join("data/site.db.secret"));
    let before = (fs::read(&database).unwrap(), fs::read(&secret).unwrap());
    let again = run(folder.path(), &["init"]);
    assert!(!again.status.success() && said(&again).contains("already"), "{again:?}");
    assert_eq!((fs::read(&database).unwrap(), fs::read(&secret).unwrap()), before);
    // SQLite would replay the log into the new database.
    fs::remove_file(&database).unwrap();
    fs::write(folder.path().join("data/site.db-wal"), "the log of a lost database").unwrap();
    let beside = run(folder.path(), &["init"]);
    assert!(!beside.status.success() && said(&beside).contains("site.db-wal"), "{beside:?}");
    assert!(!database.exists());
}

#[test]
fn nothing_that_must_be_alone_runs_beside_a_server() {
    let server = Running::start(&[]);
    let folder = server.folder();
    let to = ["--database", "sqlite://other/site.db", "--secret-file", "data/site.db.secret"];
    assert!(run(folder, &[&["init"], &to[..]].concat()).status.success());
    assert!(run(folder, &["backup", "copy.db"]).status.success());
    for command in [
        &["migrate", "--to", "sqlite://other/site.db"][..],
        &["restore", "copy.db"],
        &["secret", "adopt", "--yes"],
    ] {
        let refused = run(folder, command);
        assert!(!refused.status.success(), "{command:?}");
        assert!(said(&refused).contains("stop it first"), "{command:?}: {refused:?}");
    }
    // Also if it ends without a chance to tidy up.
    let folder = server.killed();
    let migrated = run(folder.path(), &["migrate", "--to", "sqlite://other/site.db"]);
    assert!(migrated.status.success(), "{migrated:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgresql_database_in_use_is_not_moved() {
    let Some(database) = testkit::postgres::database().await else { return };
    let folder = site();
    fs::write(folder.path().join("secret"), [7; 32]).unwrap();
    let flags = ["--database", &database, "--secret-file", "secret"];
    let missing = run(folder.path(), &[&["serve", "--sender", "log"], &flags[..]].concat());
    assert!(said(&missing).contains("server init"), "{missing:?}");
    assert!(run(folder.path(), &[&["init"], &flags[..]].concat()).status.success());
    let again = run(folder.path(), &[&["init"], &flags[..]].concat());
    assert!(said(&again).contains("already"), "{again:?}");
    let to = ["--database", "sqlite://other/site.db", "--secret-file", "secret"];
    assert!(run(folder.path(), &[&["init"], &to[..]].concat()).status.success());
    let server = Running::start_in(folder, &flags);
    let migrate = [&["migrate", "--to", "sqlite://other/site.db"], &flags[..]].concat();
    let refused = run(server.folder(), &migrate);
    assert!(said(&refused).contains("stop it first"), "{refused:?}");
    let verified = run(server.folder(), &[&["verify"], &flags[..]].concat());
    assert!(verified.status.success(), "{verified:?}");
    let folder = server.killed();
    let migrated = run(folder.path(), &migrate);
    assert!(migrated.status.success(), "{migrated:?}");
}

#[test]
fn a_command_refuses_to_guess_the_database() {
    for command in COMMANDS.iter().copied().chain([&["init"][..], &["restore", "a"], &[]]) {
        let folder = site();
        let output = Command::new(env!("CARGO_BIN_EXE_server"))
            .current_dir(folder.path())
            .env_clear()
            .args(["--sender", "log"])
            .args(command)
            .output()
            .unwrap();
        assert!(!output.status.success(), "{command:?}");
        assert!(said(&output).contains("--database sqlite://FILE"), "{command:?}: {output:?}");
        assert_eq!(files(folder.path()), [""; 0].map(PathBuf::from), "{command:?}");
    }
}

#[tokio::test]
async fn looking_at_a_database_does_not_change_it() {
    let folder = filled_site().await;
    let copied = run(folder.path(), &["backup", "copy.db"]);
    assert!(copied.status.success(), "{copied:?}");
    let copy = folder.path().join("copy.db");
    let before = fs::read(&copy).unwrap();
    for command in ["verify", "events", "verify"] {
        let flags = ["--database", "sqlite://copy.db", "--secret-file", "data/site.db.secret"];
        let looked = run(folder.path(), &[&[command], &flags[..]].concat());
        assert!(looked.status.success(), "{command}: {looked:?}");
        assert!(fs::read(&copy).unwrap() == before, "{command}");
    }
    let kept = ["copy.db", "copy.db.sha256", "data"].map(|name| folder.path().join(name));
    assert_eq!(files(folder.path()), kept);
}

#[tokio::test]
async fn a_damaged_database_is_reported_and_its_backup_not_kept() {
    let folder = filled_site().await;
    let database = folder.path().join("data/site.db");
    let verified = run(folder.path(), &["verify"]);
    assert!(verified.status.success() && said(&verified).contains("No fault"), "{verified:?}");
    // Pages in the middle are overwritten with zeros.
    let mut bytes = fs::read(&database).unwrap();
    bytes[8192..40960].fill(0);
    fs::write(&database, bytes).unwrap();
    for command in [&["verify"][..], &["backup", "copy.db"]] {
        let output = run(folder.path(), command);
        assert!(!output.status.success(), "{command:?}: {output:?}");
    }
    assert_eq!(files(folder.path()), [folder.path().join("data")]);
}

#[tokio::test]
async fn erased_records_that_came_back_are_reported() {
    let folder = filled_site().await;
    let key = fs::read(folder.path().join("data/site.db.secret")).unwrap();
    let secret = Secret::new(&key).unwrap();
    let store = Store::open_current(&url(folder.path())).await.unwrap();
    let listing = Listing::of(Scope::All, 1);
    let erased = store.list(&listing).await.unwrap().items.remove(0).case;
    let id = erased.referral().id;
    let keyed_store = store.clone().with_keyed_hash(secret.keyed_hash());
    keyed_store
        .erase_referred(&erased.referral().referred_phone, id, None, None, &|_| Ok(()))
        .await
        .unwrap();
    // A program without the secret imports it again.
    let copy = Export { accounts: Vec::new(), referrals: vec![erased.clone()] };
    assert_eq!(store.import(&copy, id, false, &Importer::PROGRAM).await.unwrap().new, 1);
    store.close().await;
    let verified = run(folder.path(), &["verify"]);
    assert!(!verified.status.success(), "{verified:?}");
    assert!(said(&verified).contains("1 erased referrals present"), "{verified:?}");
}

#[cfg(unix)]
#[test]
fn files_are_readable_by_their_own_user_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = site();
    for command in ["init", "backup copy.db"] {
        // Whatever the umask of the shell.
        let words = format!("umask 000; exec \"$0\" --database sqlite://data/site.db {command}");
        let mut shell = Command::new("sh");
        shell.current_dir(folder.path()).args(["-c", &words, env!("CARGO_BIN_EXE_server")]);
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let mut written = files(&folder.path().join("data"));
    written.extend(["copy.db", "copy.db.sha256"].map(|name| folder.path().join(name)));
    assert_eq!(written.len(), 5, "{written:?}");
    for file in written {
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", file.display());
    }
}

#[test]
fn a_backup_overwrites_no_file() {
    let folder = new_site();
    fs::write(folder.path().join("copy.db"), "a letter").unwrap();
    let refused = run(folder.path(), &["backup", "copy.db"]);
    assert!(!refused.status.success() && said(&refused).contains("exists"), "{refused:?}");
    assert_eq!(fs::read(folder.path().join("copy.db")).unwrap(), b"a letter");
}

/// The last owner has lost the second factor.
#[tokio::test]
async fn the_operator_lists_revokes_and_recovers_staff_and_it_is_recorded() {
    let folder = site();
    fs::create_dir(folder.path().join("data")).unwrap();
    let key = [7; 32];
    fs::write(folder.path().join("data/site.db.secret"), key).unwrap();
    assert!(run(folder.path(), &["init"]).status.success());
    let store = Store::open_current(&url(folder.path())).await.unwrap();
    let number = MobileNumber::parse("919840000000").unwrap();
    let owner = User::of(::numbers::normal(&number));
    let app = TestApp::with(|parts| {
        parts.secret = Secret::new(&key).unwrap();
        parts.store = store.clone().with_keyed_hash(parts.secret.keyed_hash());
        parts.policy.admin = Some(owner.mobile_number.clone());
        parts.policy.admin_name = Some("Meera Nair".to_owned());
    })
    .await;
    let mut browser = app.guest();
    app.enter(&mut browser, "919840000000", "login").await.value();
    let listed = run(folder.path(), &["staff", "list"]);
    assert!(said(&listed).contains("  Meera Nair  "), "{listed:?}");
    let id = said(&listed).split_whitespace().next().unwrap().to_owned();
    assert!(said(&listed).contains("owner    active since"), "{listed:?}");

    let codes = run(folder.path(), &["recovery-codes", "--admin-number", "919840000000"]);
    let helped = run(folder.path(), &["staff", "recover", "+91 98400 00000"]);
    assert!(helped.status.success(), "{helped:?}");
    for made in [&codes, &helped] {
        let code = said(made).lines().find(|line| is_code(line)).unwrap().to_owned();
        app.enter(&mut browser, "919840000000", "login").await.value();
        let code = serde_json::json!({ "code": code });
        browser.post("/api/session/second-factor", code.clone()).await.value();
        assert_eq!(browser.get("/api/staff").await.status, 200);
        let again = browser.post("/api/session/second-factor", code).await;
        again.is(422, "second-factor-wrong");
    }
    let stranger = run(folder.path(), &["staff", "recover", "9876543210"]);
    assert!(!stranger.status.success() && said(&stranger).contains("nobody"), "{stranger:?}");

    let webhook = serde_json::json!({ "url": "https://hooks.example/in" });
    browser.post("/api/webhooks", webhook).await.value();
    let even_the_last = ["staff", "revoke", &id, "--even-the-last-owner", "--integrations", "off"];
    for (flags, words) in [(3, "--even-the-last-owner"), (4, "--integrations off")] {
        let refused = run(folder.path(), &even_the_last[..flags]);
        assert!(!refused.status.success() && said(&refused).contains(words), "{refused:?}");
    }
    let revoked = run(folder.path(), &even_the_last);
    assert!(revoked.status.success(), "{revoked:?}");
    browser.get("/api/staff").await.is(401, "session-ended");
    let again = run(folder.path(), &["staff", "revoke", &id]);
    assert!(!again.status.success() && said(&again).contains("nobody"), "{again:?}");
    app.enter(&mut browser, "919840000000", "login").await.is(409, "not-registered");
    let make = |name| run(folder.path(), &["staff", "make-owner", "919840000000", "--name", name]);
    let nameless = make(" ");
    assert!(!nameless.status.success() && said(&nameless).contains("1 to 64"), "{nameless:?}");
    let made = make(" Asha\u{202e}\nNair\u{1b} ");
    assert!(made.status.success(), "{made:?}");
    app.enter(&mut browser, "919840000000", "login").await.value();
    let staff = browser.get("/api/session").await.body["staff"].clone();
    assert_eq!((&staff["role"], &staff["name"]), (&"owner".into(), &"Asha Nair".into()));
    let events = said(&run(folder.path(), &["events"]));
    for kind in ["recovery-codes-made", "recovery-made", "recovery-code ", "staff-revoked"] {
        assert!(events.contains(kind), "{kind}: {events}");
    }
}

fn is_code(line: &str) -> bool {
    line.len() == 23 && line.chars().all(|letter| letter.is_ascii_digit() || letter == '-')
}
