/** What Observatory names itself in its question whether other sites may read an answer. */
const ORIGIN = "https://http-observatory.security.mozilla.org";

/** The server's answer for a route, and its answer to a page elsewhere that asks to read it. */
export async function served(url, route) {
  const address = new URL(route, url);
  const page = await fetch(address, { headers: { accept: "text/html" }, redirect: "manual" });
  const asking = { origin: ORIGIN, "access-control-request-method": "GET" };
  const reading = await fetch(address, { method: "OPTIONS", headers: asking });
  return {
    status: page.status,
    headers: Object.fromEntries(page.headers),
    cookies: page.headers.getSetCookie(),
    body: await page.text(),
    reading: { headers: Object.fromEntries(reading.headers), request: { headers: asking } },
  };
}
