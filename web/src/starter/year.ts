/** Shows the visitor's year in the footer: the page may have been built in another. */
export function showYear() {
  const year = document.querySelector("[data-year]");
  if (year) year.textContent = String(new Date().getFullYear());
}
