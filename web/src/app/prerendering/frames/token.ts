/**
 * The script of the page that opens somebody's own (`/p#TOKEN`): the token is behind a `#`, which browsers send to no
 * server. This moves it from the address into the form, and sends that.
 */
function openOwnPage() {
  const token = location.hash.slice(1);
  const form = document.querySelector<HTMLFormElement>("main form");
  const field = form?.elements.namedItem("token");
  if (!form || !(field instanceof HTMLInputElement) || !/^[\w-]{22}$/.test(token)) return;
  history.replaceState(null, "", location.pathname);
  field.value = token;
  form.requestSubmit();
}

openOwnPage();
// Whoever pastes the link into the address of this page loads no other.
addEventListener("hashchange", openOwnPage);
