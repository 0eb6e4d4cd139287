//! The way from the express lane to axum.

use std::{
    future::pending,
    io::{self, Cursor},
    net::SocketAddr,
};

use axum::serve::Listener;
use tokio::{
    io::{AsyncReadExt, Chain, Join, join},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::mpsc,
};

/// A connection that begins with what was read from it already.
type Connection = Join<Chain<Cursor<Vec<u8>>, OwnedReadHalf>, OwnedWriteHalf>;

/// How many connections may wait for axum to turn to them, which it does at once.
const WAITING: usize = 64;

/// Where the lane takes a connection.
#[derive(Clone)]
pub(crate) struct Desk(mpsc::Sender<(Connection, SocketAddr)>);

/// What axum listens to: the connections that come to the desk.
pub(crate) struct HandedOver {
    connections: mpsc::Receiver<(Connection, SocketAddr)>,
    addr: SocketAddr,
}

/// The desk of a server that listens at `addr`.
pub(crate) fn desk(addr: SocketAddr) -> (Desk, HandedOver) {
    let (sender, connections) = mpsc::channel(WAITING);
    (Desk(sender), HandedOver { connections, addr })
}

impl Desk {
    /// Hands a connection over. A server that is stopping takes none, and it is closed.
    pub(super) async fn take(&self, unread: &[u8], stream: TcpStream, peer: SocketAddr) {
        let (reader, writer) = stream.into_split();
        let reader = Cursor::new(unread.to_vec()).chain(reader);
        let _ = self.0.send((join(reader, writer), peer)).await;
    }
}

impl Listener for HandedOver {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        match self.connections.recv().await {
            Some(connection) => connection,
            // The lane is closed, so nobody comes any more.
            None => pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.addr)
    }
}
