//! The program as a process.

use std::path::Path;

use testkit::{Server, Setup, UNLIMITED};

/// A server with a database and no limits. Its site, its secret and the codes that it sends are in a
/// folder, which servers may share.
pub(crate) fn start(folder: &Path, database: &str, more: &[&str]) -> Server {
    let own = ["--database", database, "--secret-file", "secret", "--log-level", "off"];
    let flags = [&own, &UNLIMITED[..], more].concat();
    let setup = Setup::new(env!("CARGO_BIN_EXE_server"), folder, flags);
    setup.with_page().unwrap().with_database().unwrap().start().unwrap()
}
