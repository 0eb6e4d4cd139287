/** A server in front of another that passes everything on and notes what came by. */
import { createServer, request } from "node:http";

/**
 * Stands in front of `upstream`, such as `http://127.0.0.1:8080`. Every request that reaches the
 * network, and not only the browser's cache, is in `requests`: its path, status and the bytes of
 * its body as they were sent.
 */
export async function tap(upstream) {
  const requests = [];
  const server = createServer((incoming, outgoing) => {
    const noted = { path: incoming.url, status: 0, bytes: 0 };
    requests.push(noted);
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url, upstream), { method, headers }, (answer) => {
      noted.status = answer.statusCode;
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.on("data", (chunk) => (noted.bytes += chunk.length));
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: () => server.close().closeAllConnections(),
  };
}
