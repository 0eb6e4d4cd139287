/**
 * The first script of a page that the build has not made; "" if there is none. `own` has the texts of those that it made.
 * The policy of a page allows whatever script stands in it (crates/site/src/inline_text.rs), so none may come from what is
 * written in content/.
 */
export function foreignScript(html: string, own: readonly string[]): string {
  for (const [element, attributes = "", text = ""] of html.matchAll(SCRIPT)) {
    const isOwn = text ? own.includes(text) : / src="\/assets\/[\w.-]+\.js"/.test(attributes);
    if (!isOwn && !/ type="application\/ld\+json"/.test(attributes)) return element;
  }
  return "";
}

/** An element of any script, as a browser reads it. */
const SCRIPT = /<script(?=[\s/>])([^>]*)>(.*?)(?:<\/script|$)/gis;
