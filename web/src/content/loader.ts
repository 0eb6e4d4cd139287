type Bodies<Body> = Readonly<Record<string, () => Promise<{ default: Body }>>>;

/**
 * Loads texts by the last part of their address and fetches each once; `undefined` for an unknown
 * one.
 */
export function loaderOf<Body>(bodies: Bodies<Body>) {
  const loading = new Map<string, Promise<Body>>();

  return (pathname: string): Promise<Body> | undefined => {
    const name = pathname.split("/").findLast(Boolean) ?? "";
    const load = Object.hasOwn(bodies, name) ? bodies[name] : undefined;
    if (!load) return undefined;
    const body =
      loading.get(name) ??
      load().then(
        (module) => module.default,
        (error: unknown) => {
          loading.delete(name);
          throw error;
        },
      );
    loading.set(name, body);
    return body;
  };
}
