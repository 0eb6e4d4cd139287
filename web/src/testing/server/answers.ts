/** Answers in the form of the HTTP interface, for the fake server. */
import { type Code, type Problem, REJECTIONS, type Verdict } from "@bindings";
import { HOSTED_WORDS, STAFF_REJECTIONS } from "@bindings/staff-words";

export function json(value: unknown, status = 200): Response {
  return Response.json(value, { status });
}

export function accepted(value: unknown, title = "Done", status = 200): Response {
  const notice = { title, description: "It is done.", variant: "default" };
  return json({ outcome: "accepted", value, notice }, status);
}

/** Turns a verdict of the rules into an answer with this status. */
export function verdict<T>(said: Verdict<T>, value: (of: T) => unknown, status = 200): Response {
  if (said.outcome === "refused") return problem(422, said.codes);
  return json({ ...said, value: value(said.value) }, status);
}

export function problem(
  status: number,
  codes: readonly Code[],
  more: Partial<Problem> = {},
): Response {
  const words = codes.map((code) => ({ code, ...wordsOf(code) }));
  const [first] = words;
  const notice = first?.notice ?? {
    title: "Error",
    description: first?.hint ?? "",
    variant: "destructive" as const,
  };
  const errors = words.flatMap(({ code, field, hint }) => (field ? [{ code, field, hint }] : []));
  const body = { type: "about:blank", title: "", status, detail: notice.description };
  return new Response(JSON.stringify({ ...body, codes, errors, notice, ...more }), {
    status,
    headers: { "Content-Type": "application/problem+json" },
  });
}

function wordsOf(code: Code) {
  const all = { ...REJECTIONS, ...STAFF_REJECTIONS, ...HOSTED_WORDS };
  return all[code];
}

/** A refusal with a hint for a field. */
export function refusal(status: number, code: string, field: string | null = null, hint = code) {
  const notice = { title: "Error", description: hint, variant: "destructive" };
  return json({ codes: [code], notice, errors: [{ code, field, hint }] }, status);
}
