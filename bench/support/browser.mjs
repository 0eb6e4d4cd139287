/** How everything here starts the browser that `cargo xtask bench` has found. */
export const executablePath = process.env["CHROME_PATH"];

export const args = [
  // The sandbox refuses to work for root, which a container usually is.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** A phone's window; the same in all measurements but Lighthouse's, which has one of its own. */
export const viewport = { width: 360, height: 740 };
