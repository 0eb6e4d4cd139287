//! With `--log-format json`, whatever the server says is one JSON object a line.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::Value;
use server::observe::{LogFormat, install_log};
use tracing::level_filters::LevelFilter;

use crate::process::{command, new_site, run, site};

const JSON: [&str; 2] = ["--log-format", "json"];

/// Every line of a text as an object with a time, a level and a message.
fn lines(text: &[u8]) -> Vec<Value> {
    let text = String::from_utf8(text.to_vec()).unwrap();
    let lines = text.lines().map(|line| {
        let read: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        for field in ["timestamp", "level", "message"] {
            assert!(read[field].is_string(), "{line}");
        }
        read
    });
    lines.collect()
}

fn wait_for(file: &Path, words: &str) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !fs::read_to_string(file).unwrap_or_default().contains(words) {
        assert!(Instant::now() < deadline, "{words}");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn every_line_of_a_server_is_json_from_the_first_to_the_last() {
    let folder = new_site();
    let file = folder.path().join("log");
    let flags = [&JSON[..], &["--sender", "log", "--sender-file", "codes"]].concat();
    let log = fs::File::create(&file).unwrap();
    let mut child = command(folder.path(), &flags)
        .stdout(log.try_clone().unwrap())
        .stderr(log)
        .spawn()
        .unwrap();
    wait_for(&file, "Serving");
    // Whoever is answered knows that the server heeds signals.
    let log = fs::read_to_string(&file).unwrap();
    let (_, rest) = log.split_once("at http://").unwrap();
    let mut stream = TcpStream::connect(rest.split(' ').next().unwrap()).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    stream.read_exact(&mut [0]).unwrap();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    let lines = lines(&fs::read(&file).unwrap());
    let said =
        |words: &str| lines.iter().any(|line| line["message"].as_str().unwrap().contains(words));
    for words in ["Serving dist at http://127.0.0.1:", "--admin-number", "Stopped."] {
        assert!(said(words), "{words}: {lines:?}");
    }
}

#[test]
fn the_reason_for_ending_is_json_however_early_it_comes() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (file, flags, words) in [
        ("log-format = \"json\"\nsender = \"pigeon\"", vec![], "\"pigeon\""),
        ("log-format = \"json\"", vec!["--adr", "1"], "--adr"),
        ("nonsense", JSON.to_vec(), "TOML"),
        ("", JSON.to_vec(), "How are one-time codes sent?"),
        ("", [&JSON[..], &["--log-level", "off"]].concat(), "How are one-time codes sent?"),
        ("", [&JSON[..], &["--sender", "log", "--addr", &taken]].concat(), "Cannot listen"),
        ("", [&JSON[..], &["verify"]].concat(), "no database at"),
    ] {
        let folder = if words == "no database at" { site() } else { new_site() };
        fs::write(folder.path().join("site.toml"), file).unwrap();
        let ended = run(folder.path(), &[&flags[..], &["--config", "site.toml"]].concat());
        assert!(!ended.status.success(), "{words}");
        let last = lines(&ended.stderr).pop().unwrap();
        assert_eq!(last["level"], "ERROR");
        assert!(last["message"].as_str().unwrap().contains(words), "{words}: {last}");
    }
    let mut wrong = command(site().path(), &["--nonsense"]);
    let wrong = wrong.current_dir("/").env("SITE_LOG_FORMAT", "json").output().unwrap();
    assert!(!lines(&wrong.stderr).is_empty());
}

#[test]
fn a_panic_is_json_too_and_has_no_number() {
    // It runs itself once more, as a process that panics.
    if std::env::var_os("PANIC").is_some() {
        install_log(LogFormat::Json, LevelFilter::INFO);
        panic!("9876543210 is not expected");
    }
    let program = std::env::current_exe().unwrap();
    let ended = Command::new(program)
        .args(["json_log::a_panic_is_json_too_and_has_no_number", "--exact", "--nocapture"])
        .env("PANIC", "yes")
        .stdout(Stdio::null())
        .output()
        .unwrap();
    let lines = lines(&ended.stderr);
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(line["level"], "ERROR");
    assert_eq!(line["reason"], "… is not expected");
    assert!(line["place"].as_str().unwrap().contains("json_log.rs"), "{line}");
}
