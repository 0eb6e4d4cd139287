//! A backup, made while visitors submit referrals, is restored after the database is lost.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::{Value, json};
use store::Store;

use crate::program::{Running, run};

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
    let body = json!({ "draft": draft, "date": "21/11/2026" }).to_string();
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

async fn is_there(database: &Path, keys: &[String]) -> bool {
    let url = format!("sqlite://{}", database.display());
    let store = Store::open_current(&url).await.unwrap();
    for key in keys {
        if store.referral(key).await.unwrap().is_none() {
            return false;
        }
    }
    true
}

#[tokio::test]
async fn a_restored_backup_has_everything_acknowledged_before_it() {
    let server = Running::start(&["--request-rate", "100000", "--request-burst", "100000"]);
    let (addr, folder) = (server.addr().to_owned(), server.folder().to_owned());
    let (keys, is_over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let lost = tempfile::tempdir().unwrap();
    let before = thread::scope(|scope| {
        scope.spawn(|| {
            for number in (0..).take_while(|_| !is_over.load(Ordering::Relaxed)) {
                let key = submit(&addr, number);
                keys.lock().unwrap().extend(key);
            }
        });
        while keys.lock().unwrap().len() < 30 {
            thread::sleep(Duration::from_millis(5));
        }
        let before = keys.lock().unwrap().clone();
        let backup = run(&folder, &["backup", "copy.db"]);
        assert!(backup.status.success(), "{backup:?}");
        for file in ["copy.db", "data/site.db.secret"] {
            let name = Path::new(file).file_name().unwrap();
            fs::copy(folder.join(file), lost.path().join(name)).unwrap();
        }
        drop(server);
        is_over.store(true, Ordering::Relaxed);
        before
    });
    let restored = crate::program::site();
    fs::create_dir(restored.path().join("data")).unwrap();
    let database = restored.path().join("data/site.db");
    fs::copy(lost.path().join("copy.db"), &database).unwrap();
    let verified = run(restored.path(), &["verify"]);
    assert!(verified.status.success(), "{verified:?}");
    assert!(is_there(&database, &before).await);
}
