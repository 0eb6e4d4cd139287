import type { Plugin, ViteDevServer } from "vite";

/**
 * Serves every route when Vite's dev server is used. The page is rendered by the same code as in
 * prerendering, so that hydration is tested too; styles come from Vite.
 */
export function hotPages(): Plugin {
  return {
    name: "hot-pages",
    apply: "serve",
    configureServer(server) {
      // Runs after Vite's own middleware. All remaining requests are for pages.
      return () => {
        server.middlewares.use((request, response, next) => {
          const url = request.originalUrl ?? "/";
          page(server, url).then((html) => {
            response.setHeader("Content-Type", "text/html; charset=utf-8");
            return response.end(html);
          }, next);
        });
      };
    },
  };
}

async function page(server: ViteDevServer, url: string): Promise<string> {
  const { render } = await server.ssrLoadModule("/src/app/prerender.tsx");
  const html: string = await render(new URL(url, "http://hot").pathname);
  const scripts = ["/src/starter/starter.ts", "/src/app/client.tsx"];
  const tags = scripts.map((src) => `<script type="module" src="${src}"></script>`).join("");
  return server.transformIndexHtml(
    url,
    html.replace("</head>", () => `${tags}</head>`),
  );
}
