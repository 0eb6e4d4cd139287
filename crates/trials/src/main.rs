//! Drives a hosted server as hard as it can be driven, and tells what came of it.
//!
//! `crash` kills it again and again while visitors submit referrals, and then counts them and what
//! another program was told of them. `load`
//! asks for more than a busy day does. `api` sends whatever its interface describes, and what it does
//! not. `attack` does what a hostile visitor would. `growth` compares what a list costs with a thousand
//! referrals and with a million. `restore` makes a backup under load, kills the server, and goes on
//! from the backup elsewhere.

mod api;
mod attack;
mod crash;
mod growth;
mod load;
mod names;
mod receiver;
mod restore;
mod sample;
mod server;
mod visitor;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Drives a hosted server as hard as it can be driven")]
struct Arguments {
    #[command(flatten)]
    site: Site,
    #[command(subcommand)]
    trial: Trial,
}

/// What is tried.
#[derive(Args, Clone)]
struct Site {
    /// The server's program
    #[arg(long, value_name = "FILE", default_value = "target/release/server")]
    program: PathBuf,
    /// The built site
    #[arg(long, value_name = "FOLDER", default_value = "web/dist")]
    dist: PathBuf,
    /// Which processors the server may use, as `taskset` counts them
    #[arg(long, value_name = "LIST")]
    pin: Option<String>,
}

#[derive(Subcommand)]
enum Trial {
    /// Kill the server while referrals are submitted; none that was acknowledged may be lost
    Crash(crash::Options),
    /// Ask for so much a second, and say how long the answers took
    Load(load::Options),
    /// Send schemathesis' requests, well-formed and not, as a guest, a member and the admin
    Api(api::Options),
    /// Try what an attacker would, and say what it cost those who use the site meanwhile
    Attack(attack::Options),
    /// Back up under load, kill, restore elsewhere; nothing acknowledged before may be missing
    Restore(restore::Options),
    /// Compare what lists cost with few and with many referrals
    Growth(growth::Options),
}

fn main() -> ExitCode {
    let Arguments { site, trial } = Arguments::parse();
    let outcome = match trial {
        Trial::Crash(options) => crash::run(&site, &options),
        Trial::Load(options) => load::run(&site, &options),
        Trial::Api(options) => api::run(&site, &options),
        Trial::Attack(options) => attack::run(&site, &options),
        Trial::Restore(options) => restore::run(&site, &options),
        Trial::Growth(options) => growth::run(&site, &options),
    };
    match outcome {
        Ok(report) => {
            println!("{report:#}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
