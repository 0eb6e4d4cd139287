//! The files of `deploy/`, as far as they can be tried without a container engine.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use crate::process::site;

const DOCKERFILE: &str = include_str!("../../../../deploy/Dockerfile");
const SERVER: &str = env!("CARGO_BIN_EXE_server");

/// Stands for the container engine: runs the program itself, with the paths of this folder.
const DOCKER: &str = r#"#!/bin/sh
here() { echo "$1" | sed "s#/run/secrets#$PWD/secrets#; s#/data#$PWD/data#; s#/srv#$PWD#"; }
case "$1" in
  build) exit 0 ;;
  run) shift ;;
  *) echo "docker $1?" >&2; exit 2 ;;
esac
detached=
while [ "$1" != referral-site ]; do
  case "$1" in
    --rm|--read-only) shift ;;
    --detach) detached=yes; shift ;;
    --name|--restart|--tmpfs|-v) shift 2 ;;
    -p) echo "$2" >> published; shift 2 ;;
    -e) export "$(here "$2")"; shift 2 ;;
    *) echo "docker run $1?" >&2; exit 2 ;;
  esac
done
shift
mkdir -p data
# Ports that are free here.
[ -z "$detached" ] || { SITE_ADDR=127.0.0.1:0 SITE_OPERATORS_ADDR=127.0.0.1:0 exec "$SERVER" "$@" > log 2>&1 & echo $! > pid; exit 0; }
exec "$SERVER" "$@"
"#;

/// The commands in the comment at the beginning.
fn example() -> String {
    let comment = DOCKERFILE.lines().take_while(|line| line.starts_with('#'));
    let commands = comment.filter_map(|line| line.strip_prefix("#   "));
    commands.collect::<Vec<_>>().join("\n")
}

/// The variables of the image.
fn variables(folder: &Path) -> Vec<(String, String)> {
    let (_, rest) = DOCKERFILE.split_once("\nENV ").unwrap();
    let assignments = rest.lines().take_while(|line| line.contains('='));
    let folder = folder.display().to_string();
    let assignment = |line: &str| {
        let (name, value) = line.trim().trim_end_matches(" \\").split_once('=').unwrap();
        let value = value.replace("/srv", &folder).replace("/data", &format!("{folder}/data"));
        (name.to_owned(), value)
    };
    assignments.map(assignment).collect()
}

/// Writes a script that can be run.
pub(crate) fn write_program(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_commands_for_a_container_run_as_they_stand() {
    let folder = site();
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    write_program(&bin.join("docker"), DOCKER);
    // Only root may give files to somebody else.
    write_program(&bin.join("sudo"), "#!/bin/sh\n[ \"$1\" = chown ]\n");
    let variables = variables(folder.path());
    let shell = |command: &str| {
        Command::new("sh")
            .current_dir(folder.path())
            .env_clear()
            .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
            .env("SERVER", SERVER)
            .envs(variables.iter().cloned())
            .args(["-ec", command])
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    let ran = shell(&example());
    assert!(ran.status.success(), "{ran:?}");
    let log = folder.path().join("log");
    let said = || fs::read_to_string(&log).unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !said().contains("Operators' pages at") {
        assert!(Instant::now() < deadline && !said().contains("SITE_"), "{}", said());
        sleep(Duration::from_millis(50));
    }
    let (_, rest) =
        said().split_once("pages at http://").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let at = rest.split(' ').next().unwrap();
    let healthy = shell(&format!("SITE_OPERATORS_ADDR={at} \"$SERVER\" health"));
    let stopped = shell("kill $(cat pid)");
    assert!(healthy.status.success() && stopped.status.success(), "{healthy:?}");
    assert!(!said().contains("chmod"), "no secret is public: {}", said());
    // A proxy on this machine is in front of it.
    let published = fs::read_to_string(folder.path().join("published")).unwrap();
    assert!(published.lines().count() > 0);
    for port in published.lines() {
        assert!(port.starts_with("127.0.0.1:"), "{port}");
    }
}

#[test]
fn the_image_is_made_of_exact_versions_and_checks_its_health() {
    let bases = DOCKERFILE.lines().filter_map(|line| line.strip_prefix("FROM "));
    let bases: Vec<_> = bases.map(|base| base.split(' ').next().unwrap()).collect();
    assert_eq!(bases.len(), 3);
    for base in bases {
        let (_, tag) = base.split_once(':').unwrap();
        let is_version = tag.split('-').any(|part| part.matches('.').count() == 2);
        let is_day = tag.split('-').any(|part| part.len() == 8 && part.parse::<u32>().is_ok());
        assert!(is_version || is_day, "{base}");
    }
    assert!(DOCKERFILE.contains("HEALTHCHECK "));
    assert!(DOCKERFILE.contains("CMD [\"/usr/local/bin/server\", \"health\"]"));
}
