{
  const { entry } = document.currentScript.dataset;
  const { dataset } = document.documentElement;
  try {
    const { colourScheme, faces } = localStorage;
    if (colourScheme) dataset.scheme = colourScheme;
    if (faces) dataset.faces = "";
  } catch {}
  let pressed;
  const keep = ({ target }) => (pressed = target.closest("button, label") ?? pressed);
  addEventListener("click", keep);
  const start = async () => {
    try {
      await import(entry);
    } catch {
      dataset.lost = "";
      return;
    }
    delete dataset.lost;
    removeEventListener("click", keep);
    if (pressed?.offsetParent) pressed.click();
    pressed = undefined;
  };
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint")[0]) start();
  }).observe({ type: "paint", buffered: true });
  setTimeout(start, 3000);
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, start, { once: true });
}
