import type { Inline } from "@bindings";

/** Running text without its emphasis and links. */
export function plainText(content: readonly Inline[]): string {
  return content.map(words).join("");
}

function words(inline: Inline): string {
  switch (inline.kind) {
    case "text":
    case "code":
      return inline.text;
    case "break":
      return " ";
    case "emphasis":
    case "strong":
    case "link":
      return plainText(inline.content);
  }
}
