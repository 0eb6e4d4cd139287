//! The operator's commands: what they create, what they leave alone, and what they print.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::program::{run, site};
use crate::support::TestApp;
use domain::{account::User, mobile::MobileNumber};
use server::Secret;
use store::{Export, Importer, Listing, Scope, Store};

/// Every command that needs a database and may not create one.
const COMMANDS: [&[&str]; 13] = [
    &["backup", "copy.db"],
    &["verify"],
    &["schema"],
    &["schema", "contract"],
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

fn said(output: &Output) -> String {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8(text).unwrap()
}

/// All files of a folder, except the site's.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.retain(|file| !file.ends_with("dist"));
    files.sort();
    files
}

/// A database of the previous version, where the commands look for it.
fn put_earlier_database(folder: &Path) -> PathBuf {
    let made = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/tests/earlier/programme.db");
    fs::create_dir(folder.join("data")).unwrap();
    let database = folder.join("data/site.db");
    fs::copy(made, &database).unwrap();
    database
}

#[test]
fn backups_and_the_schema_are_written_without_serving() {
    let folder = site();
    let described = run(folder.path(), &["openapi"]);
    assert!(described.stdout.starts_with(b"{"));
    put_earlier_database(folder.path());
    let copied = run(folder.path(), &["backup", "copy.db"]);
    assert!(copied.status.success(), "{copied:?}");
    assert!(said(&copied).contains("referrals: 7"), "{copied:?}");
    assert!(folder.path().join("copy.db").is_file());
    assert!(run(folder.path(), &["schema", "upgrade"]).status.success());
    let moved = run(folder.path(), &["migrate", "--to", "sqlite://other/site.db"]);
    assert!(moved.status.success(), "{moved:?}");
    let events = run(folder.path(), &["events"]);
    assert!(said(&events).contains("database-copied"), "{events:?}");
    let other = run(folder.path(), &["--database", "sqlite://other/site.db", "verify"]);
    assert!(said(&other).contains("referrals: 7"), "{other:?}");
}

#[tokio::test]
async fn an_upgrade_fills_in_new_columns_before_serving() {
    let folder = site();
    let database = put_earlier_database(folder.path());
    assert!(run(folder.path(), &["schema", "upgrade"]).status.success());
    let url = format!("sqlite://{}", database.display());
    let store = Store::open_current(&url).await.unwrap();
    let received = Some("received".to_owned());
    let listing = Listing { stage: received, ..Listing::of(Scope::All, 9) };
    assert_eq!(store.list(&listing).await.unwrap().items.len(), 4);
    assert_eq!(store.backfill().await.unwrap(), 0);
}

#[test]
fn no_command_but_serving_and_upgrading_makes_a_database() {
    for command in COMMANDS {
        let folder = site();
        let output = run(folder.path(), command);
        assert!(!output.status.success(), "{command:?}");
        let words = ["there is no database at", "beside the database: cannot read"];
        let said = said(&output);
        assert!(words.iter().any(|words| said.contains(words)), "{command:?}: {said}");
        assert_eq!(files(folder.path()), [""; 0].map(PathBuf::from), "{command:?}");
    }
    let folder = site();
    assert!(run(folder.path(), &["schema", "upgrade"]).status.success());
    assert!(run(folder.path(), &["verify"]).status.success());
}

#[test]
fn a_command_refuses_to_guess_the_database() {
    for command in COMMANDS.iter().copied().chain([&["schema", "upgrade"][..], &["serve"], &[]]) {
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

#[test]
fn reading_an_older_database_does_not_change_it() {
    let folder = site();
    let database = put_earlier_database(folder.path());
    let before = fs::read(&database).unwrap();
    for command in COMMANDS.iter().filter(|command| !command.contains(&"contract")) {
        run(folder.path(), command);
        assert!(fs::read(&database).unwrap() == before, "{command:?}");
    }
    assert_eq!(files(&folder.path().join("data")), [database]);
}

#[test]
fn a_damaged_backup_is_reported_and_not_kept() {
    let folder = site();
    let database = put_earlier_database(folder.path());
    let verified = run(folder.path(), &["verify"]);
    assert!(verified.status.success() && said(&verified).contains("sound"), "{verified:?}");
    // A page in the middle is overwritten with zeros.
    let mut bytes = fs::read(&database).unwrap();
    bytes[8192..12288].fill(0);
    fs::write(&database, bytes).unwrap();
    for command in [&["verify"][..], &["backup", "copy.db"]] {
        let output = run(folder.path(), command);
        assert!(!output.status.success(), "{command:?}: {output:?}");
    }
    assert_eq!(files(folder.path()), [folder.path().join("data")]);
}

#[tokio::test]
async fn erased_records_that_came_back_are_reported_with_the_secret() {
    let folder = site();
    let database = put_earlier_database(folder.path());
    let url = format!("sqlite://{}", database.display());
    let key = [7; 32];
    let secret = Secret::new(&key).unwrap();
    let store = Store::open(&url).await.unwrap();
    let listing = Listing::of(Scope::All, 1);
    let erased = store.list(&listing).await.unwrap().items.remove(0).case;
    let id = erased.referral().id;
    let keyed_store = store.clone().with_keyed_hash(secret.keyed_hash());
    keyed_store.erase_referred(&erased.referral().referred_phone, id, None, None).await.unwrap();
    // A program without the secret imports it again.
    let copy = Export { accounts: Vec::new(), referrals: vec![erased.clone()] };
    assert_eq!(store.import(&copy, id, false, &Importer::PROGRAM).await.unwrap().new, 1);
    store.close().await;

    let without = run(folder.path(), &["verify"]);
    assert!(without.status.success(), "{without:?}");
    let words = "Not verified: whether erased referrals are here again";
    assert!(said(&without).contains(words), "{without:?}");
    let missing = run(folder.path(), &["--secret-file", "no.secret", "verify"]);
    assert!(!missing.status.success() && said(&missing).contains("no.secret"), "{missing:?}");
    // The server looks for it beside the database.
    fs::write(folder.path().join("data/site.db.secret"), key).unwrap();
    let with = run(folder.path(), &["verify"]);
    assert!(!with.status.success(), "{with:?}");
    assert!(said(&with).contains("1 referrals that are here and erased"), "{with:?}");
}

#[cfg(unix)]
#[test]
fn files_are_readable_by_their_own_user_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = site();
    for command in ["schema upgrade", "backup copy.db"] {
        // Whatever the umask of the shell.
        let words = format!("umask 000; exec \"$0\" --database sqlite://data/site.db {command}");
        let mut shell = Command::new("sh");
        shell.current_dir(folder.path()).args(["-c", &words, env!("CARGO_BIN_EXE_server")]);
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let mut written = files(&folder.path().join("data"));
    written.push(folder.path().join("copy.db"));
    assert!(written.len() > 1);
    for file in written {
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", file.display());
    }
}

#[test]
fn a_backup_overwrites_no_file() {
    let folder = site();
    put_earlier_database(folder.path());
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
    let database = folder.path().join("data/site.db");
    let key = [7; 32];
    fs::write(folder.path().join("data/site.db.secret"), key).unwrap();
    let store = Store::open(&format!("sqlite://{}", database.display())).await.unwrap();
    let number = MobileNumber::parse("919840000000").unwrap();
    let owner = User::of(::numbers::normal(&number));
    let app = TestApp::with(|parts| {
        parts.secret = Secret::new(&key).unwrap();
        parts.store = store.clone().with_keyed_hash(parts.secret.keyed_hash());
        parts.policy.admin = Some(owner.mobile_number.clone());
    })
    .await;
    let mut browser = app.guest();
    app.enter(&mut browser, "919840000000", "login").await.value();
    let listed = run(folder.path(), &["staff", "list"]);
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
    let made = run(folder.path(), &["staff", "make-owner", "919840000000"]);
    assert!(made.status.success(), "{made:?}");
    app.enter(&mut browser, "919840000000", "login").await.value();
    assert_eq!(browser.get("/api/session").await.body["staff"]["role"], "owner");
    let events = said(&run(folder.path(), &["events"]));
    for kind in ["recovery-codes-made", "recovery-made", "recovery-code ", "staff-revoked"] {
        assert!(events.contains(kind), "{kind}: {events}");
    }
}

fn is_code(line: &str) -> bool {
    line.len() == 23 && line.chars().all(|letter| letter.is_ascii_digit() || letter == '-')
}
