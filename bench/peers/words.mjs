/**
 * One of our pages as plain HTML: its words, links and fields in the floor's styles, without scripts,
 * fonts, pictures and drawings. What it costs is what the content costs.
 */
export function wordsOf(html, css) {
  return html
    .replace(/<style>.*?<\/style>/s, () => `<style>${css}</style>`)
    .replace(/<(script|svg|noscript)\b.*?<\/\1>/gs, "")
    .replace(/<(img|link) [^>]*>/g, "")
    .replace(/ (class|style)="[^"]*"/g, "");
}
