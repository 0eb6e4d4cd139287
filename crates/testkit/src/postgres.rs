//! A PostgreSQL server for tests: in a temporary folder, without a port. It stops with the test
//! process, however that ends.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, io};

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection};

/// The address of a new, empty database. `None` if no server can be started; the reason is printed
/// to standard error.
///
/// # Panics
///
/// If a server is required (`STORE_POSTGRES=require`) and cannot be started, or if it cannot create
/// a database.
pub async fn database() -> Option<String> {
    create("").await
}

/// The address of a new database with the content of the one at `url`, to which nobody may be
/// connected. `None` and panics as [`database`] has them.
///
/// # Panics
///
/// Also if `url` is not an address that [`database`] has returned.
pub async fn copy_of(url: &str) -> Option<String> {
    let (_, name) = url.rsplit_once('/').unwrap();
    create(&format!("TEMPLATE {name}")).await
}

/// A new database, created with these options.
async fn create(options: &str) -> Option<String> {
    static CLUSTER: OnceLock<Result<Cluster, String>> = OnceLock::new();
    static DATABASES: AtomicU32 = AtomicU32::new(0);
    let cluster = match CLUSTER.get_or_init(Cluster::start) {
        Ok(cluster) => cluster,
        Err(reason) if env::var("STORE_POSTGRES").is_ok_and(|value| value == "require") => {
            panic!("PostgreSQL is required, and {reason}")
        }
        Err(reason) => {
            eprintln!("PostgreSQL is skipped: {reason}");
            return None;
        }
    };
    let name = format!("test{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    let mut connection = PgConnection::connect(&cluster.url("postgres")).await.unwrap();
    let create = AssertSqlSafe(format!("CREATE DATABASE {name} {options}"));
    sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    Some(cluster.url(&name))
}

struct Cluster {
    folder: PathBuf,
    /// Stops the server when the other end of its input is closed.
    _guard: Child,
}

const SETTINGS: &str = "
listen_addresses = ''
max_connections = 300
shared_buffers = 32MB
fsync = off
full_page_writes = off
autovacuum = off
";

impl Cluster {
    fn start() -> Result<Self, String> {
        let programs = programs().ok_or("its programs are not here")?;
        let folder = tempfile::tempdir().map_err(reason)?.keep();
        Self::start_in(&programs, &folder).inspect_err(|_| {
            let _ = fs::remove_dir_all(&folder);
        })
    }

    fn start_in(programs: &Path, folder: &Path) -> Result<Self, String> {
        let user = ServerUser::choose()?;
        user.own(folder)?;
        let data = folder.join("data");
        let mut initdb = user.command(&programs.join("initdb"));
        initdb.arg("-D").arg(&data).args(["-U", "postgres", "-A", "trust", "--no-sync"]);
        run(initdb.args(["--encoding=UTF8", "--locale=C"]))?;
        let settings = format!("{SETTINGS}unix_socket_directories = '{}'\n", folder.display());
        let mut file =
            OpenOptions::new().append(true).open(data.join("postgresql.conf")).map_err(reason)?;
        file.write_all(settings.as_bytes()).map_err(reason)?;
        let pg_ctl = || {
            let mut pg_ctl = user.command(&programs.join("pg_ctl"));
            pg_ctl.arg("-D").arg(&data);
            pg_ctl
        };
        let mut stop = pg_ctl();
        stop.args(["-m", "immediate", "stop"]);
        let guard = guard(folder, &stop).map_err(reason)?;
        run(pg_ctl().args(["-w", "start", "-l"]).arg(folder.join("log")))?;
        Ok(Self { folder: folder.to_owned(), _guard: guard })
    }

    fn url(&self, database: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{folder}/{database}")
    }
}

/// The user that the server runs as, because it refuses to run as root.
struct ServerUser(Option<&'static str>);

impl ServerUser {
    fn choose() -> Result<Self, String> {
        let id = Command::new("id").arg("-u").output().map_err(reason)?;
        if id.stdout.trim_ascii() != b"0" {
            return Ok(Self(None));
        }
        let users = fs::read_to_string("/etc/passwd").map_err(reason)?;
        let known = |name: &&str| users.lines().any(|line| line.split(':').next() == Some(*name));
        let user = ["postgres", "nobody"].into_iter().find(known);
        Ok(Self(Some(user.ok_or("there is no user for it")?)))
    }

    fn own(&self, folder: &Path) -> Result<(), String> {
        self.0.map_or(Ok(()), |user| run(Command::new("chown").arg(user).arg(folder)))
    }

    fn command(&self, program: &Path) -> Command {
        let Some(user) = self.0 else { return Command::new(program) };
        let mut command = Command::new("setpriv");
        command.args(["--reuid", user, "--regid"]).arg(group(user)).arg("--clear-groups");
        command.arg("--").arg(program);
        command
    }
}

/// The id of a user's primary group, which may have another name.
fn group(user: &str) -> String {
    let id = Command::new("id").args(["-g", user]).output();
    let text = id.map(|id| String::from_utf8_lossy(&id.stdout).into_owned()).unwrap_or_default();
    text.trim().to_owned()
}

/// A shell that waits until this process ends, for whatever reason, and then cleans up.
fn guard(folder: &Path, stop: &Command) -> io::Result<Child> {
    const SCRIPT: &str = r#"trap '' HUP INT TERM; cat; "$@"; rm -rf -- "$0""#;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(SCRIPT).arg(folder).arg(stop.get_program()).args(stop.get_args());
    shell.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.spawn()
}

/// The programs of the newest installed version.
fn programs() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<_> = env::split_paths(&path).collect();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        let mut versions: Vec<_> = versions.flatten().map(|version| version.path()).collect();
        versions.sort();
        folders.extend(versions.into_iter().rev().map(|version| version.join("bin")));
    }
    folders.into_iter().find(|folder| {
        ["initdb", "pg_ctl", "postgres"].iter().all(|program| folder.join(program).is_file())
    })
}

fn run(command: &mut Command) -> Result<(), String> {
    // Run where the server's user can read; it cannot read every folder.
    let output = command.current_dir("/").stdin(Stdio::null()).output().map_err(reason)?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("{:?} failed: {said}", command.get_program()))
}

fn reason(error: io::Error) -> String {
    error.to_string()
}
