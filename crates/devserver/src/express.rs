//! The express lane: what most requests ask for, answered without a detour through the router.
//!
//! A plain GET of one of the site's own files gets bytes that were made ready when the site was
//! read. The first request on a connection that is anything else, or is not whole, is handed over
//! to axum, unanswered and with all that was read, and axum keeps the connection from then on. So
//! the lane never has to refuse anything: what it does not understand it does not judge.
//!
//! It is there for its speed. Through hyper and axum a page of 12 kB costs a third more of the
//! processor's time, the system's own work on the socket included; `cargo xtask bench serving`
//! shows what that comes to.

mod date;
mod handed_over;
mod request;
mod timed_stream;
mod timeouts;

use std::{
    io::{self, IoSlice},
    net::SocketAddr,
    pin::pin,
    sync::Arc,
};

use axum::{Router, serve::Listener};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpListener,
    sync::watch,
    time::{Instant, sleep},
};

pub(crate) use self::timeouts::Timeouts;
use self::{
    request::{FIELDS, Plain},
    timed_stream::TimedStream,
};
use crate::{ready::Ready, site::Site, sites::Sites};

/// Room for what is read at once. Browsers' requests fit in; a longer one is not plain.
const ROOM: usize = 4096;

/// Where the lane's connections get their answers, and where they go for others.
#[derive(Clone)]
pub(crate) struct Lane {
    /// What is answered here; nothing if all is to reach `app`.
    pub(crate) sites: Option<Sites>,
    pub(crate) app: Router,
    pub(crate) timeouts: Timeouts,
    /// Changes once, when no request may be begun any more.
    pub(crate) stopping: watch::Receiver<()>,
}

impl Lane {
    /// Answers every connection until the server is stopping. Answers that are under way then
    /// go on, and keep their copy of `stopping` until they are done.
    pub(crate) async fn run(self, mut listener: TcpListener) {
        let mut stopping = self.stopping.clone();
        let mut stopped = pin!(stopping.changed());
        loop {
            let (stream, peer) = tokio::select! {
                _ = &mut stopped => return,
                connection = Listener::accept(&mut listener) => connection,
            };
            // An answer is written at once and whole: waiting to fill a packet would only delay it.
            let _ = stream.set_nodelay(true);
            tokio::spawn(self.clone().converse(stream, peer));
        }
    }

    async fn converse<S>(mut self, stream: S, peer: SocketAddr)
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let Timeouts { idle, .. } = self.timeouts;
        let mut stream = TimedStream::new(stream, &self.timeouts);
        let mut stopped = pin!(self.stopping.changed());
        let Some(sites) = self.sites else {
            return handed_over::serve(stream, peer, self.app, idle, stopped).await;
        };
        // One for all requests: to put it off costs next to nothing.
        let mut silence = pin!(sleep(idle));
        let mut room = vec![0; ROOM];
        loop {
            silence.as_mut().reset(Instant::now() + idle);
            let read = tokio::select! {
                biased;
                _ = &mut stopped => return,
                read = stream.untimed().read(&mut room) => read,
                () = &mut silence => return,
            };
            let Ok(length @ 1..) = read else {
                return;
            };
            let mut unread = &room[..length];
            while !unread.is_empty() {
                let site = Arc::clone(&sites.current());
                let Some((ready, length)) = answer(&site, unread) else {
                    stream.put_back(unread.to_vec());
                    drop(room);
                    return handed_over::serve(stream, peer, self.app, idle, stopped).await;
                };
                if send(&mut stream, ready).await.is_err() {
                    return;
                }
                unread = &unread[length..];
            }
        }
    }
}

/// The answer to the request that `unread` begins with, and the request's length.
fn answer<'a>(site: &'a Site, unread: &[u8]) -> Option<(&'a Ready, usize)> {
    let mut fields = [httparse::EMPTY_HEADER; FIELDS];
    let request = Plain::read(unread, &mut fields)?;
    let ready = site.at_once(request.path, request.fields)?;
    Some((ready, request.length))
}

async fn send(stream: &mut (impl AsyncWrite + Unpin), ready: &Ready) -> io::Result<()> {
    let date = date::now();
    let mut parts = ready.bytes(&date);
    let mut left = &mut parts[..];
    while !left.is_empty() {
        match stream.write_vectored(left).await? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            written => IoSlice::advance_slices(&mut left, written),
        }
    }
    Ok(())
}
