//! What a server sends, to see that all of them send the same.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::failure::Failure;

const PATIENCE: Duration = Duration::from_secs(10);

/// Fields that no two kinds of server have in common: their clock and name, the tag that each
/// makes in its own way, and what nginx says of the connection.
const OF_THE_SERVER: [&str; 4] = ["connection", "date", "etag", "server"];

/// An answer to GET, from a client that understands gzip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    status: String,
    /// Names in lower case, and values.
    pub(super) fields: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Answer {
    pub(super) fn get(addr: SocketAddr, path: &str) -> Result<Self, Failure> {
        let answer = TcpStream::connect(addr).and_then(|mut stream| {
            stream.set_read_timeout(Some(PATIENCE))?;
            let host = "Host: localhost\r\nAccept-Encoding: gzip";
            write!(stream, "GET {path} HTTP/1.1\r\n{host}\r\n\r\n")?;
            Self::read(&mut BufReader::new(stream))
        });
        answer.map_err(|error| {
            Failure::new(
                format!("A server did not answer GET {path}: {error}."),
                "Its own words are in the logs beside the site that was measured.",
            )
        })
    }

    fn read(from: &mut impl BufRead) -> std::io::Result<Self> {
        let mut line = || {
            let mut line = String::new();
            from.read_line(&mut line)?;
            Ok::<_, std::io::Error>(line.trim_end().to_owned())
        };
        let status = line()?;
        let mut fields = Vec::new();
        while let Some((name, value)) = line()?.split_once(':') {
            fields.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut answer = Self { status, fields, body: Vec::new() };
        let length = answer.field("content-length").and_then(|length| length.parse().ok());
        from.take(length.unwrap_or_default()).read_to_end(&mut answer.body)?;
        Ok(answer)
    }

    pub(super) fn field(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|field| field.0 == name);
        field.map(|field| field.1.as_str())
    }

    /// What is comparable of it. The letters of some values may be of either case.
    fn comparable(&self) -> (&str, Vec<(&str, String)>, &[u8]) {
        let lasting = self.fields.iter().filter(|field| !OF_THE_SERVER.contains(&&*field.0));
        let mut fields: Vec<_> = lasting
            .map(|(name, value)| match &**name {
                "vary" => ("vary", value.to_ascii_lowercase()),
                name => (name, value.clone()),
            })
            .collect();
        fields.sort();
        (&self.status, fields, &self.body)
    }
}

/// Fails if another server's answers are not ours.
pub(super) fn all_are_same(ours: &[Answer], theirs: &[Answer], name: &str) -> Result<(), Failure> {
    let differs = ours.iter().zip(theirs).find(|(a, b)| a.comparable() != b.comparable());
    let Some((ours, theirs)) = differs else {
        return Ok(());
    };
    Err(Failure {
        output: format!("ours: {}\ntheirs: {}", ours.head(), theirs.head()),
        ..Failure::new(
            format!("{name} does not send what our server sends, so they cannot be compared."),
            "Mend its settings in crates/xtask/src/verbs/bench/serving/nginx.rs.",
        )
    })
}

impl Answer {
    fn head(&self) -> String {
        let fields = self.fields.iter().map(|(name, value)| format!("{name}: {value}"));
        let head: Vec<_> = std::iter::once(self.status.clone()).chain(fields).collect();
        format!("{}\n({} bytes)", head.join("\n"), self.body.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Answer {
        Answer::read(&mut text.as_bytes()).unwrap()
    }

    #[test]
    fn an_answer_ends_where_its_length_says() {
        let answer = answer("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nA: b: c\r\n\r\nbodymore");
        assert_eq!(answer.status, "HTTP/1.1 200 OK");
        assert_eq!(answer.field("a"), Some("b: c"));
        assert_eq!(answer.body, b"body");
    }

    #[test]
    fn order_case_and_what_is_the_servers_own_make_no_difference() {
        let ours = answer("HTTP/1.1 200 OK\r\nvary: a\r\nx: y\r\ndate: 1\r\n\r\n");
        let theirs = answer("HTTP/1.1 200 OK\r\nX: y\r\nServer: s\r\nDate: 2\r\nVary: A\r\n\r\n");
        assert_eq!(all_are_same(&[ours], &[theirs], "theirs"), Ok(()));
    }

    #[test]
    fn another_value_a_field_more_or_another_body_does() {
        let ours = "HTTP/1.1 200 OK\r\ncontent-length: 1\r\nx: y\r\n\r\na";
        for theirs in [
            "HTTP/1.1 200 OK\r\ncontent-length: 1\r\nx: z\r\n\r\na",
            "HTTP/1.1 200 OK\r\ncontent-length: 1\r\nx: y\r\nx: y\r\n\r\na",
            "HTTP/1.1 200 OK\r\ncontent-length: 1\r\nx: y\r\n\r\nb",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 1\r\nx: y\r\n\r\na",
        ] {
            assert!(
                all_are_same(&[answer(ours)], &[answer(theirs)], "theirs").is_err(),
                "{theirs}"
            );
        }
    }
}
