//! A connection whose peer has to keep going.

use std::{
    io::{self, Cursor, IoSlice},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

use super::timeouts::Timeouts;

/// A connection that fails when a head that has begun does not come to its end in time, and when
/// nothing of an answer is taken for too long.
pub(super) struct TimedStream<S> {
    /// What was read and put back.
    unread: Cursor<Vec<u8>>,
    stream: S,
    phase: Arc<Phase>,
    head: Limit,
    write: Limit,
}

impl<S> TimedStream<S> {
    pub(super) fn new(stream: S, timeouts: &Timeouts) -> Self {
        Self {
            unread: Cursor::default(),
            stream,
            phase: Arc::default(),
            head: Limit::of(timeouts.head),
            write: Limit::of(timeouts.write),
        }
    }

    /// The connection itself, for whoever reads requests with a limit of their own.
    pub(super) fn untimed(&mut self) -> &mut S {
        &mut self.stream
    }

    /// Lets this be read again, before all else.
    pub(super) fn put_back(&mut self, unread: Vec<u8>) {
        self.unread = Cursor::new(unread);
    }

    /// What whoever answers has to keep up to date.
    pub(super) fn phase(&self) -> Arc<Phase> {
        Arc::clone(&self.phase)
    }
}

/// How far a connection is. A stream sees bytes come, but not what they are: those of a body may
/// take as long as whoever reads the body bears.
#[derive(Debug, Default)]
pub(super) struct Phase(AtomicU8);

impl Phase {
    const IDLE: u8 = 0;
    const HEAD: u8 = 1;
    const ANSWER: u8 = 2;

    /// A head is here, and is being answered.
    pub(super) fn begin_answer(&self) {
        self.0.store(Self::ANSWER, Ordering::Relaxed);
    }

    /// What comes now is another head.
    pub(super) fn end_answer(&self) {
        self.0.store(Self::IDLE, Ordering::Relaxed);
    }

    /// Something was read. True if that is where a head begins.
    fn begin_head(&self) -> bool {
        let (idle, head) = (Self::IDLE, Self::HEAD);
        self.0.compare_exchange(idle, head, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn is_head(&self) -> bool {
        self.0.load(Ordering::Relaxed) == Self::HEAD
    }
}

/// How long something may be waited for.
struct Limit {
    time: Duration,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Limit {
    fn of(time: Duration) -> Self {
        Self { time, timer: None }
    }

    /// It is not waited for any more.
    fn lift(&mut self) {
        self.timer = None;
    }

    /// Waits on, and fails when it was too long since the waiting began.
    fn wait<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(self.time)));
        timer.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    /// Waits on for what is still pending.
    fn wait_for<T>(
        &mut self,
        outcome: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if outcome.is_pending() {
            return self.wait(context);
        }
        self.lift();
        outcome
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = room.filled().len();
        let mut read = Pin::new(&mut this.unread).poll_read(context, room)?;
        if room.filled().len() == before {
            read = Pin::new(&mut this.stream).poll_read(context, room)?;
        }
        if read.is_pending() && this.phase.is_head() {
            return this.head.wait(context);
        }
        ready!(read);
        if room.filled().len() > before && this.phase.begin_head() {
            this.head.lift();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.write.wait_for(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.write.wait_for(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
