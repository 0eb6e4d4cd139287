/**
 * One answer's score. Observatory scans live hosts and takes no recorded answers, so what its
 * retriever would have brought is put together here; its tests and its table do the rest.
 */
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ALL_TESTS } from "@mdn/mdn-http-observatory/src/constants.js";
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from "@mdn/mdn-http-observatory/src/grader/charts.js";
import { getScoreModifier } from "@mdn/mdn-http-observatory/src/grader/grader.js";
import { Session } from "@mdn/mdn-http-observatory/src/retriever/session.js";
import { parseHttpEquivHeaders } from "@mdn/mdn-http-observatory/src/retriever/utils.js";
import { Requests } from "@mdn/mdn-http-observatory/src/types.js";

// Its list of hosts that browsers always reach over HTTPS is fetched when it is installed. Without
// it no host is on the list, and nobody gets the points for that.
const list = import.meta.resolve("@mdn/mdn-http-observatory/conf/hsts-preload.json");
if (!existsSync(fileURLToPath(list))) writeFileSync(fileURLToPath(list), "{}");

// jsdom, which it reads pages with, says at length which of today's styles it does not know.
console.error = () => undefined;

/** The score of an answer as if `host` had sent it over HTTPS, and what every test said. */
export function scored(host, answer) {
  // Its `scan` refuses what is neither a page nor a redirect.
  if (answer.status !== 200) throw new Error(`${host} answered with status ${answer.status}`);
  const requests = retrieved(host, answer);
  const tests = ALL_TESTS.map((test) => test(requests)).map((output) => ({
    name: output.constructor.name,
    result: output.result,
    modifier: getScoreModifier(output.result),
    pass: output.pass,
  }));
  return { score: score(tests.map(({ modifier }) => modifier)), tests };
}

/** As in its `scan`: what is gained counts only where little is lost. */
function score(modifiers) {
  const sum = (points) => points.reduce((total, modifier) => total + modifier, 100);
  const withoutGains = sum(modifiers.filter((modifier) => modifier < 0));
  const good = withoutGains >= MINIMUM_SCORE_FOR_EXTRA_CREDIT;
  return Math.max(good ? sum(modifiers) : withoutGains, 0);
}

/** What its retriever would have brought. Plain HTTP stays unanswered: it is the host's affair. */
function retrieved(host, { status, headers, cookies, body, reading }) {
  const url = new URL(`https://${host}/`);
  const response = (answer) => ({ ...answer, headers: fields(answer.headers), verified: true });
  const page = {
    ...response({ status, headers, data: body }),
    httpEquiv: parseHttpEquivHeaders(body, url.href),
  };
  const requests = new Requests(host);
  requests.session = new Session(url);
  for (const cookie of cookies) requests.session.jar.setCookieSync(cookie, url.href);
  requests.resources.path = body;
  Object.assign(requests.responses, { auto: page, https: page, cors: response(reading) });
  return requests;
}

/** Headers that can be read in both ways in which its tests read them. */
function fields(headers) {
  return Object.assign(Object.create({ get: (name) => headers[name] }), headers);
}
