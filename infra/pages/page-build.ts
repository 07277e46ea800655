import { basename, join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { build } from "vite";
import { type Built, findKept, KEPT_PAGES, keep } from "./kept-build.ts";

export type PageSource = { folder: string; script: string; style: string };

/** Script and style that stand in the page itself. */
export function buildInline(source: PageSource, kept = KEPT_PAGES): { script: string; style: string } {
  const place = { ...source, way: "inline" } as const;
  const { entry, scripts, style } = findKept(place, kept) ?? keep(place, kept, bundleInline(source));
  return { script: scripts[entry] ?? "", style };
}

/** What the page imports late becomes a file of its own. Its name says what is in it, so a browser may keep it. */
export async function buildSplit(source: PageSource, kept = KEPT_PAGES): Promise<Omit<Built, "sources">> {
  const place = { ...source, way: "split" } as const;
  return findKept(place, kept) ?? keep(place, kept, await bundleSplit(source));
}

function bundleInline({ folder, script, style }: PageSource): Built {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: folder,
    entryPoints: [...(script ? [script] : []), style],
    outdir: "out",
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: "iife",
    target: TARGET,
    legalComments: "none",
    logLevel: "warning",
  });
  const files = outputFiles.map(({ path, text }) => [basename(path), text.trim()] as const);
  const scripts = files.filter(([name]) => name.endsWith(".js"));
  return {
    entry: scripts[0]?.[0] ?? "",
    scripts: Object.fromEntries(scripts),
    style: files.find(([name]) => name.endsWith(".css"))?.[1] ?? "",
    sources: Object.keys(metafile.inputs).map((path) => resolve(folder, path)),
  };
}

const TARGET = "es2023";

/** esbuild would make a file of every part that two screens share. */
async function bundleSplit(source: PageSource): Promise<Built> {
  const { folder, script } = source;
  const { style, sources } = bundleInline({ ...source, script: "" });
  const built = await build({
    root: folder,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: "error",
    // A test builds what is shipped: not the calls that name file and line of every part.
    esbuild: { jsx: "automatic", jsxImportSource: "preact", jsxDev: false, legalComments: "none" },
    build: {
      write: false,
      target: TARGET,
      modulePreload: false,
      rollupOptions: {
        input: join(folder, script),
        output: {
          entryFileNames: "[name]-[hash].js",
          chunkFileNames: "[name]-[hash].js",
          experimentalMinChunkSize: 6_000,
          // What is no screen belongs to the shell.
          manualChunks: (id) => (id.includes("/screens/") ? undefined : "main"),
        },
      },
    },
  });
  const output = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  const chunks = output.filter((file) => file.type === "chunk");
  const inputs = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.startsWith("/"));
  return {
    entry: chunks.find(({ isEntry }) => isEntry)?.fileName ?? "",
    scripts: Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, code.trim()])),
    style,
    sources: [...sources, ...inputs],
  };
}
