//! Settings from flags, the environment and a file.

use std::ffi::OsString;

use clap::builder::PossibleValue;
use clap::error::ErrorKind;
use clap::{Arg, CommandFactory};
use server::settings::{BadFile, Command, Settings, SettingsError};

fn read(flags: &[&str]) -> Result<Settings, SettingsError> {
    Settings::read(["server"].iter().chain(flags).map(OsString::from))
}

fn with_file(text: &str, flags: &[&str]) -> Result<Settings, SettingsError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("site.toml");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    read(&[flags, &["--config", path]].concat())
}

#[test]
fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
    let file = "addr = \"127.0.0.1:1\"\nbehind-https = true\nretention-days = 30\n";
    let options = with_file(file, &["serve", "--addr", "127.0.0.1:2"]).unwrap().options;
    assert_eq!(options.addr.port(), 2);
    assert!(options.behind_https);
    assert_eq!(options.retention_days, Some(30));
    assert_eq!(options.limits.request_rate, 20);
}

#[test]
fn a_secrets_file_wins_at_the_same_or_a_higher_precedence() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "from its file\n").unwrap();
    let path = secret.to_str().unwrap();
    for name in ["database", "smtp-url", "sender-url", "forward-url", "admin-totp-secret"] {
        let (plain, in_file) =
            (format!("{name} = \"plain\"\n"), format!("{name}-file = {path:?}\n"));
        let (flag, file_flag) = (format!("--{name}"), format!("--{name}-file"));
        for (settings, flags, expected) in [
            (format!("{plain}{in_file}"), vec![], "from its file"),
            (plain, vec![&*file_flag, path], "from its file"),
            (in_file, vec![&*flag, "plain"], "plain"),
        ] {
            let options = with_file(&settings, &flags).unwrap().options;
            let (value, file) = match name {
                "database" => (options.database, options.database_file),
                "smtp-url" => (options.smtp_url, options.smtp_url_file),
                "sender-url" => (options.sender_url, options.sender_url_file),
                "forward-url" => (options.forward_url, options.forward_url_file),
                _ => (options.admin_totp_secret, options.admin_totp_secret_file),
            };
            // The other files are read only when they are needed.
            let read = || Some(std::fs::read_to_string(file?).unwrap().trim().to_owned());
            assert_eq!(value.or_else(read).as_deref(), Some(expected), "{settings}{flags:?}");
        }
    }
}

#[test]
fn unknown_keys_of_the_file_are_named() {
    let error = with_file("addr = \"127.0.0.1:1\"\nport = 5\nconfig = \"x\"\n", &[]).unwrap_err();
    let SettingsError::File(BadFile::Unknown { key, line, .. }) = &error else {
        panic!("{error}");
    };
    assert_eq!((&**key, *line), ("config", 3));
    for text in ["live = true\naddr = [1]\n", "live = true\naddr = { port = 1 }\n"] {
        let error = with_file(text, &[]).unwrap_err();
        assert!(matches!(error, SettingsError::File(BadFile::Kind { line: 2, .. })), "{error}");
    }
    for text in ["live = true\naddr = \n", "\naddr = \"secret\n", "a = 1\na = 2"] {
        let error = with_file(text, &[]).unwrap_err();
        assert!(matches!(error, SettingsError::File(BadFile::Syntax { line: 2, .. })), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[test]
fn an_invalid_value_is_refused_from_any_source() {
    let refused = |result: Result<Settings, SettingsError>| match result {
        Err(SettingsError::Value(error)) => error.setting,
        other => panic!("{other:?}"),
    };
    let of_file = |setting: &str| format!("{setting} (line 1 of ");
    assert!(refused(with_file("addr = \"here\"\n", &[])).starts_with(&of_file("addr")));
    assert!(refused(with_file("request-rate = 0\n", &[])).starts_with(&of_file("request-rate")));
    assert_eq!(refused(read(&["--sender", "pigeon"])), "--sender");
    assert_eq!(refused(read(&["--sender=pigeon"])), "--sender");
    let unknown = read(&["--nonsense"]).unwrap_err();
    let SettingsError::Flags(unknown) = unknown else { panic!("{unknown}") };
    assert_eq!(unknown.kind(), ErrorKind::UnknownArgument);
}

/// Whoever adds a number has to say which numbers make sense.
#[test]
fn every_setting_that_is_a_number_has_a_range() {
    let command = Settings::command();
    let numbers = command.get_arguments().filter(|setting| {
        let value = setting.get_value_names().and_then(<[_]>::first).map(|name| name.as_str());
        matches!(value, Some("COUNT" | "DAYS" | "SECONDS" | "BYTES"))
    });
    let mut count = 0;
    for setting in numbers {
        let name = setting.get_long().unwrap();
        let negative = format!("--{name}=-1");
        let too_large = format!("--{name}=99999999999999999");
        for flag in [&negative, &too_large] {
            let error = read(&[flag]).unwrap_err().to_string();
            let words = format!("--{name}: ");
            assert!(error.starts_with(&words), "{flag}: {error}");
            assert!(error.contains("it takes a whole number from "), "{flag}: {error}");
        }
        count += 1;
    }
    assert!(count > 12, "{count}");
}

#[test]
fn the_command_may_be_before_or_after_the_flags() {
    let backup = Command::Backup { file: "copy.db".into() };
    for flags in [
        ["--database", "sqlite://a.db", "backup", "copy.db"],
        ["backup", "copy.db", "--database", "sqlite://a.db"],
    ] {
        let settings = read(&flags).unwrap();
        assert_eq!(settings.command, Some(backup.clone()));
        assert_eq!(settings.options.database.as_deref(), Some("sqlite://a.db"));
    }
    assert_eq!(read(&[]).unwrap().command, None);
}

#[test]
fn the_table_in_the_documents_has_every_setting_as_it_is() {
    let document = include_str!("../../../../docs/hosting/reference.md");
    let table = table();
    assert!(document.contains(&table), "docs/hosting/reference.md should have:\n\n{table}");
}

/// A row for each setting: its flag, its variable, its default and its help.
fn table() -> String {
    let head = "| Setting | Environment | Default | What it is |\n|---|---|---|---|\n";
    let lines: Vec<_> = Settings::command().get_arguments().filter_map(line).collect();
    [head, &lines.concat()].concat()
}

fn line(setting: &Arg) -> Option<String> {
    let (name, variable) = (setting.get_long()?, setting.get_env()?.to_str()?);
    let takes = setting.get_action().takes_values();
    let default = setting.get_default_values().first();
    let default = default.filter(|value| takes && !value.is_empty());
    let default = default.map(|value| format!("`{}`", value.to_string_lossy())).unwrap_or_default();
    let words = setting.get_possible_values();
    let words: Vec<_> = words.iter().filter(|_| takes).map(PossibleValue::get_name).collect();
    let help = match (setting.get_help()?.to_string(), words.as_slice()) {
        (help, []) => help,
        (help, words) => format!("{help}: `{}`", words.join("`, `")),
    };
    Some(format!("| `{name}` | `{variable}` | {default} | {help} |\n"))
}
