{
  const { entry } = document.currentScript.dataset;
  const { dataset } = document.documentElement;
  try {
    const scheme = localStorage.getItem("colourScheme");
    if (scheme) dataset.scheme = scheme;
  } catch {}
  let pressed;
  const keep = ({ target }) => (pressed = target.closest("button") ?? pressed);
  addEventListener("click", keep);
  const start = async () => {
    try {
      await import(entry);
    } catch {
      dataset.lost = "";
      return;
    }
    removeEventListener("click", keep);
    pressed?.click();
    pressed = undefined;
  };
  requestAnimationFrame(() => setTimeout(start));
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, start, { once: true });
}
