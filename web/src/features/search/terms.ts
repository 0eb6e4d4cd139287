/** How texts are indexed and searched. Both use the same terms. */

/** Words that occur on every page. */
const COMMON = new Set(
  "a about all an and any are as at be been but by can do does for from had has have how if in into is its may more no not of on one or our out so than that the their them then they this to up us was we what when where which who will with you your".split(
    " ",
  ),
);

/**
 * The searchable words of a text, in order: lower case, without accents, Arabic vowel marks or English plural. The
 * vowel signs of Indian scripts stay.
 */
function terms(text: string): string[] {
  const words = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u064b-\u065f\u0640\u200c\u200d]/g, "")
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return (words ?? []).filter((word) => !COMMON.has(word)).map(singular);
}

function singular(word: string): string {
  if (word.length < 4 || word.endsWith("ss")) return word;
  return word.replace(/ies$/, "y").replace(/s$/, "");
}

/** A page in the results. */
export type FoundPage = {
  readonly url: string;
  readonly title: string;
  readonly description: string;
};

/** For each word, the pages that have it: ten times the index of the page, plus a weight. */
export type SearchIndex = {
  readonly pages: readonly FoundPage[];
  readonly words: Readonly<Record<string, readonly number[]>>;
};

const IN_TITLE = 9;
const IN_DESCRIPTION = 4;
const OFTEN = 3;

/** Builds the index. */
export function indexOf(pages: readonly (FoundPage & { text: string })[]): SearchIndex {
  const words = new Map<string, number[]>();
  pages.forEach(({ title, description, text }, place) => {
    const weights = new Map<string, number>();
    for (const word of terms(text)) {
      weights.set(word, Math.min(OFTEN, (weights.get(word) ?? 0) + 1));
    }
    for (const word of terms(description)) weights.set(word, IN_DESCRIPTION);
    for (const word of terms(title)) weights.set(word, IN_TITLE);
    for (const [word, weight] of weights) {
      words.set(word, [...(words.get(word) ?? []), place * 10 + weight]);
    }
  });
  const found = pages.map(({ url, title, description }) => ({ url, title, description }));
  return { pages: found, words: Object.fromEntries([...words].toSorted()) };
}

/** The pages that have all words of a query (or words that begin with them), best first. */
export function search({ pages, words }: SearchIndex, query: string): FoundPage[] {
  const wanted = terms(query);
  if (wanted.length === 0) return [];
  const scores = wanted.map((term) => scoresOf(words, term));
  const total = (place: number) => scores.reduce((sum, score) => sum + (score.get(place) ?? 0), 0);
  return pages
    .map((page, place) => ({ page, place }))
    .filter(({ place }) => scores.every((score) => score.has(place)))
    .toSorted((a, b) => total(b.place) - total(a.place))
    .map(({ page }) => page);
}

/** The score of each page for one word. An exact match counts twice as much as a beginning. */
function scoresOf(words: SearchIndex["words"], term: string): Map<number, number> {
  const scores = new Map<number, number>();
  for (const [word, entries] of Object.entries(words)) {
    if (!word.startsWith(term)) continue;
    for (const entry of entries) {
      const place = Math.floor(entry / 10);
      const weight = (entry % 10) * (word === term ? 2 : 1);
      scores.set(place, Math.max(scores.get(place) ?? 0, weight));
    }
  }
  return scores;
}
