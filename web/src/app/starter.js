{
  const { dataset } = document.currentScript;
  try {
    const scheme = localStorage.getItem("colourScheme");
    if (scheme) document.documentElement.dataset.scheme = scheme;
  } catch {}
  let pressed;
  const keep = ({ target }) => (pressed = target.closest("button") ?? pressed);
  addEventListener("click", keep);
  const start = async () => {
    await import(dataset.entry);
    removeEventListener("click", keep);
    pressed?.click();
    pressed = undefined;
  };
  requestAnimationFrame(() => setTimeout(start));
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, start, { once: true });
}
