//! The program `server` for hosted mode.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    server::run(std::env::args_os()).await
}
