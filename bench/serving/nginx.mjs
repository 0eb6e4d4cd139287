/** nginx, as people run it for a site like this one: one worker on the servers' core. */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What nginx writes into an answer by itself. */
const OWN = new Set([
  ...["connection", "content-encoding", "content-length", "content-type"],
  ...["date", "etag", "keep-alive", "vary"],
]);

/** As in nginx's own manual. */
const CACHE = `  open_file_cache max=1000 inactive=20s;
  open_file_cache_valid 30s;
  open_file_cache_min_uses 2;
  open_file_cache_errors on;
`;

const places = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
const which = (name) => places.map((folder) => join(folder, name)).find((file) => existsSync(file));
const program = which("nginx");

/** What is missing for a comparison, if anything is. */
export function missing() {
  if (program === undefined) return "nginx is not installed";
  if (which("taskset") === undefined) return "there is no taskset to give servers a core";
  return availableParallelism() < 2 ? "it takes two cores" : undefined;
}

/** Serves the files of `folder`/site under the headers of our own answers. */
export async function startNginx(folder, files, answers, caching) {
  const name = caching ? "nginx-caching" : "nginx";
  const port = (caching ? 30_000 : 20_000) + (process.pid % 10_000);
  const locations = files.map((file, at) => location(join(folder, "site"), file, answers[at]));
  // The site may lie where only its owner can read, who is also who started nginx.
  const user = process.getuid() === 0 ? "user root;\n" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, `${name}.conf`),
    `daemon off;
${user}worker_processes 1;
pid ${name}.pid;
events { worker_connections 768; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  gzip_static on;
  gzip_vary on;
  server_tokens off;
  types {}
${caching ? CACHE : ""}${temporary.map((what) => `  ${what}_temp_path ${name}-temporary;\n`).join("")}  server {
    listen 127.0.0.1:${port};
${locations.join("")}  }
}
`,
  );
  const words = [
    "-p",
    folder,
    "-e",
    join(folder, `${name}.log`),
    "-c",
    join(folder, `${name}.conf`),
  ];
  const child = spawn("taskset", ["-c", "0", program, ...words], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.once("exit", () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(url).then(Boolean, () => false)) return { url, close: () => child.kill() };
    await sleep(50);
  }
  throw new Error(`nginx does not answer: see ${join(folder, name)}.log`);
}

/** A file under the headers that our server sends it under. */
function location(site, { path, file }, { headers }) {
  const added = [...headers].filter(([name]) => !OWN.has(name));
  const lines = added.map(([name, value]) => `      add_header ${name} ${quoted(value)};\n`);
  return `    location = ${path} {
      alias ${quoted(join(site, file))};
      default_type ${quoted(headers.get("content-type"))};
      add_header Last-Modified "";
${lines.join("")}    }
`;
}

/** In nginx's quotes. A dollar begins a variable there, and nothing takes that from it. */
function quoted(value) {
  if (value.includes("$")) throw new Error(`nginx cannot send ${value}`);
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
