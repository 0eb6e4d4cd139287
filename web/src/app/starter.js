{
  const { dataset } = document.currentScript;
  try {
    const scheme = localStorage.getItem("colourScheme");
    if (scheme) document.documentElement.dataset.scheme = scheme;
  } catch {}
  const start = () => import(dataset.entry);
  requestAnimationFrame(() => setTimeout(start));
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, start, { once: true });
}
