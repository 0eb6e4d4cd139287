//! The pages of docs/hosting, tried as an operator would who does what they say, in their order. Only
//! what needs another machine is replaced: systemd, the users, and the paths below `/`.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use crate::{deploy::write_program, interface::has_curl, process::site};

const INSTALL: &str = include_str!("../../../../docs/hosting/install.md");
const UPGRADE: &str = include_str!("../../../../docs/hosting/upgrade.md");
const OPERATE: &str = include_str!("../../../../docs/hosting/operate.md");
const UNIT: &str = include_str!("../../../../deploy/referral-site.service");

/// Stands for systemd: starts what the unit says, with its credentials, and stops it.
const SYSTEMCTL: &str = r#"#!/bin/sh
unit="$ROOT/etc/systemd/system/referral-site.service"
stop() { [ ! -f "$ROOT/pid" ] || { kill $(cat "$ROOT/pid"); while kill -0 $(cat "$ROOT/pid"); do sleep 0.05; done; rm "$ROOT/pid"; } 2>/dev/null; }
start() {
  credentials="$ROOT/run/credentials/referral-site.service"
  mkdir -p "$credentials"
  sed -n 's/^LoadCredential=//p' "$unit" | while IFS=: read name file; do cp "$file" "$credentials/$name"; done
  $(sed -n 's/^ExecStart=//p' "$unit") >> "$ROOT/log" 2>&1 &
  echo $! > "$ROOT/pid"
}
case "$*" in
  "enable --now referral-site"|"start referral-site") start ;;
  "stop referral-site") stop ;;
  "restart referral-site") stop; start ;;
  *) echo "systemctl $*?" >&2; exit 2 ;;
esac
"#;

/// Programs that need other users or a compiler.
const OTHERS: [(&str, &str); 5] = [
    (
        "cargo",
        "#!/bin/sh\ncase \"$*\" in 'xtask build'|'build --release --package server') ;; *) exit 2 ;; esac\n",
    ),
    ("chgrp", "#!/bin/sh\n[ \"$1\" = referral-site ]\n"),
    ("useradd", "#!/bin/sh\n[ \"$5\" = referral-site ]\n"),
    ("runuser", "#!/bin/sh\n[ \"$1 $2 $3\" = '-u referral-site --' ] && shift 3 && exec \"$@\"\n"),
    (
        "install",
        "#!/bin/sh\n[ \"$1 $2\" != '-d -o' ] || { shift 5; set -- -d \"$@\"; }\nexec /usr/bin/install \"$@\"\n",
    ),
];

/// A machine to try the pages on: a working copy that is built, and a folder that stands for `/`.
struct Machine {
    root: tempfile::TempDir,
    copy: tempfile::TempDir,
    /// The ports of the site and of the operators' pages.
    ports: [u16; 2],
}

impl Machine {
    fn new() -> Self {
        let (root, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for folder in ["bin", "etc", "usr/local/bin", "var/lib"] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        for (name, text) in OTHERS.into_iter().chain([("systemctl", SYSTEMCTL)]) {
            write_program(&root.path().join("bin").join(name), text);
        }
        for folder in ["target/release", "web", "deploy"] {
            fs::create_dir_all(copy.path().join(folder)).unwrap();
        }
        let program = copy.path().join("target/release/server");
        fs::copy(env!("CARGO_BIN_EXE_server"), program).unwrap();
        fs::rename(site().path().join("dist"), copy.path().join("web/dist")).unwrap();
        for worker in ["sw.js", "no-worker.js"] {
            fs::write(copy.path().join("web/dist").join(worker), worker).unwrap();
        }
        let ports = [(); 2].map(|()| testkit::free_port());
        let machine = Self { root, copy, ports };
        let unit = machine.here(UNIT);
        fs::write(machine.copy.path().join("deploy/referral-site.service"), unit).unwrap();
        machine
    }

    /// The text with the paths and ports of this machine.
    fn here(&self, text: &str) -> String {
        let root = self.root.path().display().to_string();
        let mut text = text.to_owned();
        for folder in ["/etc/", "/usr/local/", "/var/", "/run/credentials/"] {
            for before in ["\n", " ", "\"", "=", ":", "//"] {
                text =
                    text.replace(&format!("{before}{folder}"), &format!("{before}{root}{folder}"));
            }
        }
        let [addr, operators] = self.ports.map(|port| format!("127.0.0.1:{port}"));
        text.replace("127.0.0.1:8080", &addr).replace("127.0.0.1:8081", &operators)
    }

    /// What is said below `/`.
    fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    /// Runs commands as root in the working copy.
    fn run(&self, commands: &str) -> Output {
        let [addr, operators] = self.ports.map(|port| format!("127.0.0.1:{port}"));
        Command::new("sh")
            .current_dir(self.copy.path())
            .env_clear()
            .env("ROOT", self.root.path())
            .env(
                "PATH",
                format!("{0}/bin:{0}/usr/local/bin:/usr/bin:/bin", self.root.path().display()),
            )
            .env("SITE_ADDR", addr)
            .env("SITE_OPERATORS_ADDR", operators)
            .args(["-euc", &self.here(commands)])
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    /// Runs commands that succeed, and returns what they print.
    #[track_caller]
    fn runs(&self, commands: &str) -> String {
        let output = self.run(commands);
        let log = fs::read_to_string(self.path("log")).unwrap_or_default();
        assert!(output.status.success(), "{commands}\n{output:?}\n{log}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Kills the server as a loss of power does, and returns when it is gone.
    fn kill(&self) {
        let wait = "while kill -0 $(cat \"$ROOT/pid\") 2>/dev/null; do sleep 0.05; done";
        self.runs(&format!("kill -9 $(cat \"$ROOT/pid\")\n{wait}"));
    }

    /// Installs it, as the page says.
    fn install(&self) {
        let function = server_function();
        for (language, block) in blocks(section(INSTALL, "## One machine with systemd")) {
            match language {
                "toml" => {
                    fs::write(self.path("etc/referral-site.toml"), self.here(&block)).unwrap()
                }
                _ if block.contains("server init") => {
                    self.runs(&format!("{function}\n{block}"));
                }
                _ => {
                    self.runs(&block);
                }
            }
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.run("systemctl stop referral-site");
    }
}

/// The part of a page below a heading.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("\n{heading}\n")).unwrap();
    rest.split("\n## ").next().unwrap()
}

/// The fenced blocks of a page, with their languages.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once("```") {
        let (block, next) = after.split_once("```").unwrap();
        let (language, block) = block.split_once('\n').unwrap();
        let lines = block.lines().map(|line| line.strip_prefix("   ").unwrap_or(line));
        blocks.push((language, lines.collect::<Vec<_>>().join("\n")));
        rest = next;
    }
    blocks
}

/// The function `server` of the pages.
fn server_function() -> String {
    let all = blocks(OPERATE);
    let (_, function) = all.iter().find(|(_, block)| block.starts_with("server()")).unwrap();
    assert!(INSTALL.contains(function.as_str()), "both pages have the same function");
    function.clone()
}

#[test]
fn an_operator_who_reads_only_the_pages_installs_operates_restores_and_upgrades() {
    if !has_curl() {
        eprintln!("not tried: there is no curl on this machine");
        return;
    }
    let machine = Machine::new();
    machine.install();
    let log = || fs::read_to_string(machine.path("log")).unwrap();
    assert!(!log().contains("chmod"), "no secret is public: {}", log());

    let function = server_function();
    let operate = |commands: &str| machine.runs(&format!("{function}\n{commands}"));
    let commands = |heading: &str| {
        let blocks = blocks(section(OPERATE, heading)).into_iter();
        blocks
            .map(|(_, block)| block)
            .filter(|block| !block.contains("postgres://"))
            .collect::<Vec<_>>()
    };
    for heading in [
        "## Every day: what to watch",
        "## Somebody gets no code",
        "## Somebody has lost their second factor",
        "## Somebody has lost their phone",
        "## Somebody asks what happened",
    ] {
        for block in commands(heading) {
            operate(&block);
        }
    }

    let [back_up, restore, verify] = &commands("## Back up and restore")[..] else { panic!() };
    operate(back_up);
    operate("server login-code 919840012345");
    // What was written since the backup is in the database's log.
    machine.kill();
    assert!(machine.path("var/lib/referral-site/programme.db-wal").exists());
    let in_use = machine.run(&format!(
        "{function}\nsystemctl start referral-site\n\
        curl --silent --retry 20 --retry-connrefused http://127.0.0.1:8081/readyz\n\
        server restore /var/backups/referral-site/monday.db"
    ));
    assert!(!in_use.status.success(), "it refuses while a server runs: {in_use:?}");
    machine.kill();
    operate(restore);
    operate(verify);
    let events = operate("server events");
    assert_eq!(
        events.matches("login-code-made").count(),
        1,
        "only the first is in the backup: {events}"
    );

    // What the build has not any more goes, but the scripts of pages that somebody has open.
    let site = machine.path("usr/local/share/referral-site");
    for folder in [".from/2026-12-01", "assets"] {
        fs::create_dir_all(site.join(folder)).unwrap();
    }
    for file in [".from/2026-12-01/terms.html", "deleted.html", "assets/earlier.js"] {
        fs::write(site.join(file), file).unwrap();
    }
    for (_, block) in blocks(UPGRADE) {
        // Nothing is put in place after a failure, which `sh -e` alone does not see within such a list.
        let all = block.trim();
        assert!(all.lines().rev().skip(1).all(|line| line.ends_with("&&")), "{all}");
        operate(&format!("{all} && echo done"));
    }
    assert!(
        !site.join(".from/2026-12-01/terms.html").exists() && !site.join("deleted.html").exists()
    );
    assert!(site.join("index.html").exists() && site.join("assets/earlier.js").exists());
    assert!(machine.path("usr/local/share/referral-site-previous/deleted.html").exists());
    assert!(machine.path("usr/local/bin/server-previous").exists());
    for block in commands("## A page that was published must go at once") {
        operate(&block);
    }
}
