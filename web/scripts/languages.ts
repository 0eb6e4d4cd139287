/** The languages of the site. Each has a build of its own, in folders of its own. */
import languages from "../../content/languages.json" with { type: "json" };

/** The language in which everything is written first. Its pages have no language in their address. */
export const ORIGINAL = "en";

for (const { code, locale, plurals } of languages) {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  const own = pluralCategories.filter((category) => category !== "other");
  if (own.toSorted().join() !== plurals.toSorted().join())
    throw new Error(`content/languages.json: the plurals of ${code} are ${own.join(", ")}`);
}

/** All languages, the original first. */
export const CODES = languages.map(({ code }) => code);

/** The language of this build: `SITE_LANGUAGE=ar vite build`. */
export const LANGUAGE = process.env["SITE_LANGUAGE"] ?? ORIGINAL;
if (!CODES.includes(LANGUAGE)) throw new Error(`content/languages.json has no ${LANGUAGE}`);

/** What the names of the folders of a language's build end in. */
export function suffix(language: string): string {
  return language === ORIGINAL ? "" : `-${language}`;
}

/** What the code knows of the language of its build. */
export function knownOf(language: string): Record<string, string> {
  return { __IS_ORIGINAL__: String(language === ORIGINAL) };
}
