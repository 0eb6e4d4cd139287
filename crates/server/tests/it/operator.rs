//! What an operator writes, what the program makes of it, and in which words it refuses.

use std::{
    fs,
    path::Path,
    process::{Output, Stdio},
};

use crate::process::{Running, command, new_site, run, site};

/// A key as `server key` prints it.
const KEY: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";

/// A secret as `server totp` prints it.
const TOTP: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/// The settings of a server that posts to a gateway and forwards messages.
const POSTING: [&str; 10] = [
    "--sender",
    "webhook",
    "--sender-url",
    "http://127.0.0.1:9/",
    "--forward",
    "webhook",
    "--forward-url",
    "http://127.0.0.1:9/",
    "--addr",
    "127.0.0.1:0",
];

fn error(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder in which files can be written by name.
fn with_files(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = site();
    for (name, content) in files {
        write_private(folder.path(), name, content.as_bytes());
    }
    folder
}

fn write_private(folder: &Path, name: &str, content: &[u8]) {
    let file = folder.join(name);
    fs::write(&file, content).unwrap();
    chmod(&file, 0o600);
}

fn chmod(file: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn what_a_command_writes_its_setting_reads() {
    let folder = with_files(&[]);
    // The command, and the flag that names the file with its output.
    for (made_by, setting, file) in [
        ("totp", "--admin-totp-secret-file", "totp"),
        ("key", "--secret-file", "secret"),
        ("key", "--sender-key-file", "sender.key"),
        ("key", "--forward-key-file", "forward.key"),
    ] {
        let written = run(folder.path(), &[made_by]);
        assert!(written.status.success(), "{written:?}");
        write_private(folder.path(), file, &written.stdout);
        let rest = [
            ("--admin-totp-secret-file", "totp"),
            ("--secret-file", "secret"),
            ("--sender-key-file", "sender.key"),
            ("--forward-key-file", "forward.key"),
        ];
        // The others are as good as they can be without a command.
        for (flag, other) in rest.iter().filter(|(_, other)| !folder.path().join(other).exists()) {
            let text = if *flag == "--admin-totp-secret-file" { TOTP } else { KEY };
            write_private(folder.path(), other, text.as_bytes());
        }
        let flags: Vec<_> = rest.iter().flat_map(|(flag, file)| [*flag, *file]).collect();
        let admin = ["--admin-number", "1000000000"];
        // Another secret is another site's.
        let _ = fs::remove_dir_all(folder.path().join("data"));
        let made = run(folder.path(), &["init", "--secret-file", "secret"]);
        assert!(made.status.success(), "{made:?}");
        let mut child = command(folder.path(), &[&POSTING[..], &flags, &admin].concat())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut greeting = String::new();
        let output = child.stdout.take().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut greeting).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(greeting.starts_with("Serving"), "{setting} does not read `server {made_by}`");
    }
    let made = run(folder.path(), &["totp"]);
    assert!(String::from_utf8(made.stderr).unwrap().contains("otpauth://totp/"));
}

#[test]
fn every_key_file_is_read_in_the_same_way() {
    let no_key = "it is no key that begins with whsec_: `server key` makes one";
    let settings = [
        ("--secret-file", "k has 5 bytes, and a key has at least 32: `server key` makes one"),
        ("--sender-key-file", no_key),
        ("--forward-key-file", no_key),
    ];
    for (flag, short) in settings {
        for (content, words) in [("", "k is empty"), ("\r\n\n", "k is empty"), ("short\n", short)] {
            let folder = with_files(&[("good", KEY), ("k", content)]);
            let flags: Vec<_> = settings
                .iter()
                .flat_map(|(other, _)| [*other, if *other == flag { "k" } else { "good" }])
                .collect();
            let said = error(&run(folder.path(), &[&POSTING[..], &flags].concat()));
            assert!(said.contains(&format!("{flag}: {words}")), "{said}");
        }
        let folder = with_files(&[("good", KEY)]);
        let flags: Vec<_> = settings
            .iter()
            .flat_map(|(other, _)| [*other, if *other == flag { "gone" } else { "good" }])
            .collect();
        let said = error(&run(folder.path(), &[&POSTING[..], &flags].concat()));
        assert!(said.contains(&format!("{flag}: cannot read gone: ")), "{said}");
    }
    for setting in ["admin-totp-secret-file", "sender-url-file", "database-file"] {
        let folder = with_files(&[("empty", "\n"), ("good", KEY)]);
        let flag = format!("--{setting}");
        let more = ["--sender-key-file", "good", "--forward-key-file", "good", &flag, "empty"];
        let mut posting = POSTING.to_vec();
        if setting == "sender-url-file" {
            posting.drain(2..4);
        }
        let said = error(&run(folder.path(), &[&posting[..], &more].concat()));
        assert!(said.contains(&format!("{flag}: empty is empty")), "{said}");
    }
}

#[test]
fn a_wrong_setting_is_named_as_its_operator_wrote_it() {
    let file = "site.toml";
    let in_file = |text: &str, words: &str| {
        let folder = with_files(&[(file, text), ("short", "12")]);
        let said = error(&run(folder.path(), &["--config", file]));
        assert!(said.contains(words), "{text}: {said}");
        assert!(!said.contains("cargo"), "{said}");
    };
    for (text, words) in [
        (
            "sender = \"pigeon\"",
            "sender (line 1 of site.toml): \"pigeon\" is not accepted: it takes log or webhook",
        ),
        ("sender = \"webhok\"", "did you mean \"webhook\"?"),
        (
            "\ncodes-a-day = 0",
            "codes-a-day (line 2 of site.toml): \"0\" is not accepted: it takes a whole number from 1 to",
        ),
        ("codes-a-day = \"many\"", "it takes a whole number from 1 to"),
        ("log-level = \"loud\"", "log-level (line 1 of site.toml): \"loud\""),
        ("trusted-proxies = \"proxy\"", "trusted-proxies (line 1 of site.toml): \"proxy\""),
        (
            "\n\nsender-ulr = \"x\"",
            "Line 3 of site.toml: there is no setting \"sender-ulr\": did you mean \"sender-url\"?",
        ),
        ("\nsender = ", "Line 2 of site.toml is not valid TOML: "),
        ("admin-number = \"12\"", "admin-number (line 1 of site.toml): "),
        (
            "admin-number = \"1000000000\"",
            "admin-number (line 1 of site.toml) needs a second factor",
        ),
        ("admin-name = \" \"", "admin-name (line 1 of site.toml): a name has 1 to 64 characters"),
        ("admin-totp-secret = \"12\"", "admin-totp-secret (line 1 of site.toml): "),
        ("admin-totp-secret-file = \"short\"", "admin-totp-secret-file (line 1 of site.toml): "),
        (
            "sender = \"webhook\"",
            "sender (line 1 of site.toml): \"webhook\" needs --sender-url and --sender-key-file",
        ),
        (
            "sender = \"webhook\"\nsender-url = \"ftp://a\"\nsender-key-file = \"site.toml\"",
            "sender-url (line 2 of site.toml): the address begins with https://",
        ),
        (
            "sender = \"log\"\nsender-file = \"no/such/file\"",
            "sender-file (line 2 of site.toml): cannot write no/such/file: ",
        ),
        (
            "sender = \"log\"\nforward = \"smtp\"",
            "forward (line 2 of site.toml): \"smtp\" needs --smtp-url, --forward-from and --forward-to",
        ),
        (
            "sender = \"log\"\nforward = \"smtp\"\nsmtp-url = \"smtps://a\"\nforward-from = \"me\"\nforward-to = \"a@b.c\"",
            "forward-from (line 4 of site.toml): \"me\" is not an email address",
        ),
        ("sender = \"log\"\npublic-url = \"a/b\"", "public-url (line 2 of site.toml): \"a/b\""),
        (
            "sender = \"log\"\nbehind-https = true",
            "behind-https (line 2 of site.toml) needs --public-url",
        ),
        (
            "sender = \"log\"\nsecret-file = \"no-secret\"",
            "secret-file (line 2 of site.toml): cannot read no-secret",
        ),
    ] {
        in_file(text, words);
    }
}

#[test]
fn a_wrong_path_is_named_with_the_setting_that_has_it() {
    let folder = with_files(&[("site.toml", "sender = \"log\"\n\ndist = \"dits\"\n")]);
    let flags = ["--config", "site.toml", "--database", "sqlite://data/site.db"];
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_server"))
        .current_dir(folder.path())
        .env_clear()
        .args(["--addr", "127.0.0.1:0"])
        .args(flags)
        .output()
        .unwrap();
    let said = error(&output);
    assert!(said.contains("dist (line 3 of site.toml): There is no built site in dits"), "{said}");
    for (variable, flags, words) in [
        (Some(("SITE_CONFIG", "site.tmol")), vec![], "SITE_CONFIG: cannot read site.tmol"),
        (None, vec!["--config", "gone.toml"], "--config: cannot read gone.toml"),
        (Some(("SITE_DATABASE_FILE", "gone")), vec![], "SITE_DATABASE_FILE: cannot read gone"),
        (Some(("SITE_CODES_A_DAY", "0")), vec![], "SITE_CODES_A_DAY: \"0\" is not accepted"),
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_server"))
            .current_dir(folder.path())
            .env_clear()
            .envs(variable)
            .args(flags)
            .output()
            .unwrap();
        let said = error(&output);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_variable_with_a_typing_error_is_named_with_the_one_that_was_meant() {
    let folder = with_files(&[]);
    let mut command = command(folder.path(), &["totp"]);
    let output = command.env("SITE_CODES_A_DYA", "7").output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    let words = "SITE_CODES_A_DYA is no setting: did you mean \"SITE_CODES_A_DAY\"?";
    assert!(said.contains(words), "{said}");
}

#[test]
fn a_secret_that_everybody_can_read_is_named_with_what_to_do() {
    let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    let files = [
        ("site.toml", "admin-totp-secret = \"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\""),
        ("secret", secret),
        ("sender.key", secret),
        ("url", "http://127.0.0.1:9/"),
    ];
    let flags = ["--config", "site.toml", "--secret-file", "secret", "--sender", "webhook"];
    let more = ["--sender-key-file", "sender.key", "--sender-url-file", "url", "--forward", "smtp"];
    // A mail server is missing, so that it ends by itself.
    let flags = [&flags[..], &more].concat();
    let flags = [&flags[..], &["--smtp-url-file", "gone"]].concat();
    for (public, _) in files {
        let folder = with_files(&files);
        chmod(&folder.path().join(public), 0o644);
        let said = error(&run(folder.path(), &flags));
        for (file, _) in files.iter().filter(|(file, _)| *file != "secret") {
            let words = format!("the secret in {file}: chmod 600 {file}");
            assert_eq!(said.contains(&words), *file == public, "{file}: {said}");
        }
    }
    // The server's secret is read by every command that needs it.
    let folder = with_files(&files);
    chmod(&folder.path().join("secret"), 0o604);
    let said = error(&run(folder.path(), &["--secret-file", "secret", "staff", "list"]));
    assert!(said.contains("the secret in secret: chmod 600 secret"), "{said}");
}

#[test]
fn a_site_of_another_version_is_refused() {
    let folder = new_site();
    fs::write(folder.path().join("dist/.version"), "0.0.9\n").unwrap();
    let said = error(&run(folder.path(), &["--sender", "log"]));
    let version = env!("CARGO_PKG_VERSION");
    assert!(said.contains("--dist: "), "{said}");
    assert!(
        said.contains(&format!("version 0.0.9, and this server is version {version}")),
        "{said}"
    );
    fs::write(folder.path().join("dist/.version"), format!("{version}\n")).unwrap();
    let server = Running::start_in(folder, &[]);
    assert!(server.get("/").ends_with("Home"));
}

#[test]
fn a_running_server_can_be_asked_whether_it_answers() {
    let server = Running::start(&[]);
    let addr = server.operators_addr().to_owned();
    let asked = run(server.folder(), &["health", "--operators-addr", &addr]);
    assert!(asked.status.success(), "{asked:?}");
    drop(server);
    let folder = site();
    let said = error(&run(folder.path(), &["health", "--operators-addr", &addr]));
    assert!(said.contains(&format!("http://{addr}/healthz does not answer")), "{said}");
}
