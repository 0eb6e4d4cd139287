//! Load generator: requests one path on many connections as fast as possible, and prints the result
//! as JSON.
//!
//! Only the first answer of a connection is parsed. Of the others only the bytes are counted, and
//! Linux discards them without copying. Tools that parse every answer, such as wrk, become the
//! bottleneck before the server does.

use std::{error::Error, io, net::SocketAddr, time::Duration};

use clap::Parser;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, Interest},
    net::TcpStream,
    task::JoinSet,
    time::Instant,
};

/// Asks a server for one path, as fast as it answers.
#[derive(Clone, Parser)]
struct Options {
    /// Where the server listens
    addr: SocketAddr,
    /// What to ask for
    path: String,
    /// How many connections ask at once
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// For how many seconds
    #[arg(long, default_value_t = 4.0)]
    seconds: f64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let end = Instant::now() + Duration::from_secs_f64(options.seconds);
    let mut clients = JoinSet::new();
    for _ in 0..options.connections {
        clients.spawn(ask_until(end, options.clone()));
    }
    let mut waits = Vec::new();
    for client in clients.join_all().await {
        waits.extend(client?);
    }
    waits.sort_unstable();
    let share = |share: f64| {
        let place = (waits.len().saturating_sub(1)) as f64 * share;
        waits.get(place as usize).map_or(0.0, Duration::as_secs_f64) * 1000.0
    };
    println!(
        r#"{{"requestsPerSecond":{:.1},"p50Ms":{:.4},"p99Ms":{:.4}}}"#,
        waits.len() as f64 / options.seconds,
        share(0.5),
        share(0.99)
    );
    Ok(())
}

/// The duration of each answer, on one connection or several in sequence, because servers close a
/// connection after a number of answers.
async fn ask_until(end: Instant, options: Options) -> io::Result<Vec<Duration>> {
    let request = format!(
        "GET {} HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip\r\n\r\n",
        options.path, options.addr
    );
    let mut waits = Vec::new();
    loop {
        let mut stream = TcpStream::connect(options.addr).await?;
        stream.set_nodelay(true)?;
        stream.write_all(request.as_bytes()).await?;
        let Answer { head, body } = Answer::read(&mut stream).await?;
        let mut room = vec![0; head + body];
        let mut is_open = true;
        while is_open {
            let asked = Instant::now();
            stream.write_all(request.as_bytes()).await?;
            let mut left = head + body;
            while left > 0 && is_open {
                let skipped = skip(&stream, &mut room[..left]).await?;
                left -= skipped;
                is_open = skipped > 0;
            }
            let answered = Instant::now();
            if answered > end {
                return Ok(waits);
            }
            // The last answer before the server closes the connection says so, so its head has
            // another length.
            if left < head {
                waits.push(answered - asked);
            }
        }
    }
}

/// The lengths of an answer's head and body.
struct Answer {
    head: usize,
    body: usize,
}

impl Answer {
    async fn read(stream: &mut TcpStream) -> io::Result<Self> {
        let mut bytes = Vec::new();
        let head = loop {
            if stream.read_buf(&mut bytes).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
        };
        let text = String::from_utf8_lossy(&bytes[..head]).to_ascii_lowercase();
        let body: usize = text
            .lines()
            .find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok())
            .filter(|_| text.starts_with("http/1.1 200 "))
            .ok_or_else(|| io::Error::other(format!("no answer to measure: {text}")))?;
        let mut left = vec![0; (head + body).saturating_sub(bytes.len())];
        stream.read_exact(&mut left).await?;
        Ok(Self { head, body })
    }
}

/// Reads and discards bytes; 0 at the end of the connection.
async fn skip(stream: &TcpStream, room: &mut [u8]) -> io::Result<usize> {
    loop {
        stream.readable().await?;
        match stream.try_io(Interest::READABLE, || receive(stream, room)) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            received => return received,
        }
    }
}

#[cfg(target_os = "linux")]
fn receive(stream: &TcpStream, room: &mut [u8]) -> io::Result<usize> {
    use rustix::net::{RecvFlags, recv};

    Ok(recv(stream, room, RecvFlags::TRUNC)?.1)
}

#[cfg(not(target_os = "linux"))]
fn receive(stream: &TcpStream, room: &mut [u8]) -> io::Result<usize> {
    stream.try_read(room)
}
