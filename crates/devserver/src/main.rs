//! `devserver`: serves the built site, or writes the files with which a static host serves it in
//! the same way.

use std::{error::Error, net::SocketAddr, path::PathBuf, process::ExitCode};

use clap::Parser;
use site::{
    Config, LoadError, Refresh, editor,
    serve::{Listener, bind, serve, stop_signal},
    static_hosts,
};

/// Serves the built site from memory, with the same headers as in production.
#[derive(Parser)]
#[command(version)]
struct Options {
    /// The built site
    #[arg(long, value_name = "FOLDER", default_value = "web/dist")]
    dist: PathBuf,
    /// The address to listen at; port 0 selects a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    addr: SocketAddr,
    /// Reload open pages after each build. Pages are then sent uncompressed
    #[arg(long)]
    live: bool,
    /// With --live: show over open pages what this file says is wrong
    #[arg(long, value_name = "FILE", requires = "live")]
    problem: Option<PathBuf>,
    /// Serve the editor of the content from this folder, at /edit
    #[arg(long, value_name = "FOLDER")]
    editor: Option<PathBuf>,
    /// A proxy in front speaks HTTPS: tell browsers to use only HTTPS for this host
    #[arg(long, conflicts_with = "live")]
    behind_https: bool,
    /// Write _headers and _redirects for static hosts into the built site, without serving it
    #[arg(long, conflicts_with_all = ["addr", "live", "behind_https"])]
    write_headers: bool,
    /// With --editor: write _headers for static hosts into that folder, without serving it
    #[arg(long, requires = "editor", conflicts_with_all = ["addr", "live", "write_headers"])]
    write_editor_headers: bool,
    /// With --write-editor-headers: where the editor reads and writes the files
    #[arg(long, value_name = "URL", requires = "write_editor_headers")]
    editor_host: Option<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            if let Some(LoadError::NotBuilt { .. }) = error.downcast_ref() {
                eprintln!("`cargo xtask build` makes one in web/dist.");
            }
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    if options.write_headers {
        let written = static_hosts::write(&options.dist)?;
        for file in written.files {
            println!("Wrote {}", file.display());
        }
        for warning in written.warnings {
            eprintln!("Warning: {warning}");
        }
        return Ok(());
    }
    if let (true, Some(folder)) = (options.write_editor_headers, &options.editor) {
        let file = editor::write_headers(folder, options.editor_host.as_deref())?;
        println!("Wrote {}", file.display());
        return Ok(());
    }
    let Options { dist, addr, live, problem, behind_https, editor, .. } = options;
    let config = Config { live, problem, behind_https, ..Config::of(dist) };
    let (site, watcher) = site::open(&config)?;
    let listener = bind(addr).await?;
    println!(
        "Serving {} at http://{} (Ctrl-C stops)",
        config.dist.display(),
        listener.local_addr()?
    );
    let app = match editor {
        Some(folder) => editor::beside(&site, &folder)?,
        None => site::router(&site),
    };
    serve(listener, app, watcher, report, stop_signal()).await;
    println!("Stopped.");
    Ok(())
}

fn report(refresh: &Refresh) {
    match refresh {
        Refresh::Nothing => {}
        Refresh::Served => println!("Serving the new build."),
        Refresh::NewDay => println!("Serving what holds from today."),
        Refresh::Refused(error) => {
            eprintln!("The new build cannot be served, so the previous one stays: {error}");
        }
    }
}
