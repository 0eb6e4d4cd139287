//! The statements that an answer takes, from the log of the library that sends them. It has none of those that begin and
//! end a transaction.

use std::fmt::Debug;
use std::mem;
use std::sync::Mutex;
use std::time::Duration;

use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// Those since the last call of [`taken`], if they are recorded.
static SEEN: Mutex<Option<Vec<String>>> = Mutex::new(None);

/// How long after an answer a statement may still be logged, which the library does on a thread of its own.
const LOGGED: Duration = Duration::from_millis(50);

/// Keeps the statements from now on; that takes time itself.
pub(crate) fn record() {
    *SEEN.lock().unwrap() = Some(Vec::new());
    tracing_subscriber::registry().with(Recorder).init();
}

/// The statements of what `answer` waits for, in alphabetical order: two connections log in any. Before [`record`], there
/// are none.
pub(crate) async fn of<T>(answer: impl Future<Output = T>) -> (T, Vec<String>) {
    let before = taken();
    let answer = answer.await;
    if before.is_none() {
        return (answer, Vec::new());
    }
    tokio::time::sleep(LOGGED).await;
    let mut statements = taken().unwrap();
    statements.sort();
    // Every answer here looks something up.
    assert!(!statements.is_empty() && statements.iter().all(|it| !it.is_empty()));
    (answer, statements)
}

fn taken() -> Option<Vec<String>> {
    SEEN.lock().unwrap().as_mut().map(mem::take)
}

struct Recorder;

impl<S: Subscriber> Layer<S> for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>, _: Context<'_, S>) -> bool {
        metadata.target() == "sqlx::query"
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut text = Text::default();
        event.record(&mut text);
        let text = if text.all.is_empty() { text.first_words } else { text.all };
        if let Some(seen) = SEEN.lock().unwrap().as_mut() {
            seen.push(without_rows(&text));
        }
    }
}

/// A statement that inserts several rows, as one that inserts one.
fn without_rows(statement: &str) -> String {
    let Some((start, rows)) = statement.split_once(" VALUES ") else {
        return statement.to_owned();
    };
    let end = [" ON CONFLICT", " RETURNING"].iter().filter_map(|word| rows.find(word)).min();
    [start, end.map_or("", |end| &rows[end..])].concat()
}

/// A statement's first words and, if it has more, all of it.
#[derive(Default)]
struct Text {
    first_words: String,
    all: String,
}

impl Visit for Text {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.first_words),
            "db.statement" => value.trim().clone_into(&mut self.all),
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}
