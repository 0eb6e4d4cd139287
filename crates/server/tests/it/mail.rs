//! Forwarding messages as email to an SMTP server (RFC 5321).

use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crate::{outbox::deliver, support::TestApp};
use serde_json::json;
use server::messages::forwarding::SmtpForwarder;

/// The SMTP commands for one email, and the email.
#[derive(Clone, Debug, Default)]
struct Delivery {
    sender: String,
    recipient: String,
    mail: String,
}

struct MailServer {
    addr: SocketAddr,
    deliveries: Arc<Mutex<Vec<Delivery>>>,
    is_busy: Arc<AtomicBool>,
}

impl MailServer {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = listener.local_addr().unwrap();
        let deliveries = Arc::new(Mutex::new(Vec::new()));
        let is_busy = Arc::new(AtomicBool::new(false));
        let (kept, busy) = (Arc::clone(&deliveries), Arc::clone(&is_busy));
        thread::spawn(move || {
            for client in listener.incoming() {
                let delivery = converse(client.unwrap(), &busy);
                kept.lock().unwrap().extend(delivery);
            }
        });
        Self { addr, deliveries, is_busy }
    }

    fn forwarder(&self) -> SmtpForwarder {
        let url = format!("smtp://{}", self.addr);
        SmtpForwarder::new(&url, "Site <site@a.example>", "office@a.example").unwrap()
    }

    fn deliveries(&self) -> Vec<Delivery> {
        self.deliveries.lock().unwrap().clone()
    }
}

/// Receives one email, or answers that the server is busy.
fn converse(mut client: TcpStream, busy: &AtomicBool) -> Option<Delivery> {
    let mut lines = BufReader::new(client.try_clone().unwrap()).lines().map_while(Result::ok);
    let mut say = |reply: &str| client.write_all(format!("{reply}\r\n").as_bytes()).unwrap();
    let mut delivery = Delivery::default();
    say("220 mail.example");
    while let Some(line) = lines.next() {
        let (command, rest) = line.split_at(line.len().min(4));
        match command {
            "EHLO" => say("250 mail.example"),
            "MAIL" => {
                delivery.sender = rest.to_owned();
                say("250 OK");
            }
            "RCPT" => {
                delivery.recipient = rest.to_owned();
                say("250 OK");
            }
            "DATA" if busy.load(Ordering::SeqCst) => say("451 Come again later"),
            "DATA" => {
                say("354 Go on");
                for line in lines.by_ref().take_while(|line| line != ".") {
                    delivery.mail += line.strip_prefix('.').unwrap_or(&line);
                    delivery.mail += "\n";
                }
                say("250 Kept");
                return Some(delivery);
            }
            "RSET" | "NOOP" => say("250 OK"),
            _ => break,
        }
    }
    None
}

const TEXT: &str = "Dear all,\n.\nDATA\n.. is how it goes on.";

async fn send(app: &TestApp) {
    let message =
        json!({ "name": "Asha", "email": "asha@b.example", "subject": "A word", "message": TEXT });
    app.guest().post("/api/messages", message).await.value();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_mailed_as_written_with_reply_to() {
    let mail_server = MailServer::start();
    let forwarder = Arc::new(mail_server.forwarder());
    let app = TestApp::with(|parts| parts.forwarder = Some(forwarder)).await;
    send(&app).await;
    deliver(&app).await;
    let deliveries = mail_server.deliveries();
    let [Delivery { sender, recipient, mail }] = deliveries.as_slice() else {
        panic!("{deliveries:?}")
    };
    assert!(sender.contains("<site@a.example>"), "{sender}");
    assert!(recipient.contains("<office@a.example>"), "{recipient}");
    let (head, body) = mail.split_once("\n\n").unwrap();
    for field in ["From: Site <site@a.example>", "Subject: A word", "Reply-To: asha@b.example"] {
        assert!(head.lines().any(|line| line == field), "{head}");
    }
    let id = head.lines().find_map(|line| line.strip_prefix("Message-ID: "));
    let page = app.admin().await.get("/api/messages").await.body;
    let key = page["messages"][0]["key"].as_str().unwrap();
    assert_eq!(id, Some(format!("<message-{key}@a.example>").as_str()));
    assert_eq!(page["messages"][0]["state"], "forwarded");
    assert!(body.starts_with(TEXT), "{body}");
    assert!(body.contains("Asha <asha@b.example>"), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_is_busy_gets_the_message_later() {
    let mail_server = MailServer::start();
    let forwarder = Arc::new(mail_server.forwarder());
    let app = TestApp::with(|parts| parts.forwarder = Some(forwarder)).await;
    send(&app).await;
    mail_server.is_busy.store(true, Ordering::SeqCst);
    deliver(&app).await;
    assert_eq!(mail_server.deliveries().len(), 0);
    mail_server.is_busy.store(false, Ordering::SeqCst);
    app.wait(Duration::from_secs(121));
    deliver(&app).await;
    assert_eq!(mail_server.deliveries().len(), 1);
    app.wait(Duration::from_secs(121));
    deliver(&app).await;
    assert_eq!(mail_server.deliveries().len(), 1);
}
