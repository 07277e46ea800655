import { globSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { minify_sync } from "terser";
import { type Built, KEPT_PAGES, keptBuild } from "./kept-build.ts";

export type PageSource = { folder: string; script: string; style: string };

export const inlineBuild = (source: PageSource, kept = KEPT_PAGES): Pick<Built, "script" | "style"> =>
  keptBuild(source.folder, kept, () => bundle(source));

function bundle({ folder, script, style }: PageSource): Built {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: folder,
    stdin: { contents: importsOf(folder, script), resolveDir: folder },
    entryPoints: [style],
    outdir: "out",
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    // Calls of h with positional children: 1.5 % smaller, compressed, than those of the automatic runtime.
    tsconfigRaw: { compilerOptions: { jsx: "react", jsxFactory: "h", jsxFragmentFactory: "Fragment" } },
    inject: script.endsWith("x") ? [fileURLToPath(import.meta.resolve("preact"))] : [],
    legalComments: "none",
    logLevel: "warning",
  });
  const textOf = (ending: string): string =>
    (outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "").trim();
  const sources = Object.keys(metafile.inputs).map((path) => resolve(folder, path));
  return { script: minified(textOf(".js")), style: withShortColors(textOf(".css")), sources };
}

/** What stands together in the bundle, because gzip looks back no further than 32 KB: 0.7 % smaller. */
const TOGETHER = ["parts", "screens/endpoint", "screens/access", "screens"];

function importsOf(folder: string, script: string): string {
  const first = TOGETHER.flatMap((part) => globSync(`${part}/*.{ts,tsx}`, { cwd: folder }).sort());
  return [...first, script].map((path) => `import "./${path}";`).join("\n");
}

/** The names of colors and sizes, which only the style itself uses. */
function withShortColors(style: string): string {
  const names = [...new Set(style.match(/--[a-z-]+/g))];
  return style.replace(/--[a-z-]+/g, (name) => `--${names.indexOf(name).toString(36)}`);
}

/**
 * 2.6 % smaller, compressed, than what esbuild leaves. The two assumptions hold here: reading a property does nothing
 * else, and a function without `this` is no constructor.
 */
const COMPRESSION = { passes: 3, inline: 1, pure_getters: true, unsafe_arrows: true, lhs_constants: false };

/** What Preact's parts call each other; no page has a class component. */
const OF_PREACT =
  "component(Will|Did).*|getDerived.*|getSnapshot.*|shouldComponentUpdate|getChildContext|forceUpdate|setState|contextType|debounceRendering|diffed|unmount|vnode|Provider|Consumer";

/** What the console's parts call each other; a test rejects a name that the API, a browser or a text of the page knows. */
export const OF_CONSOLE =
  "asText backTo disputedCents feeCents firstOffer goBack hasClosed hasMore hrefFor idOf inUtc " +
  "isAsking isBusy isChecked isChosen isDiffering isDue isFiltered isFirst isFixed isForeign " +
  "isHidden isLacking isNewest isOn isPale isPart isReplayed isReturned isStale " +
  "isTechnical isWanted maySetUp needsAction offerUndo orderedCents pauseMs " +
  "returnedCents sameDay searchedTo setError setUtc showSecret sumOf toText waitingCents wasDeclined wasSent";

function minified(script: string): string {
  const { code } = minify_sync(script, {
    compress: COMPRESSION,
    mangle: {
      properties: {
        regex: new RegExp(`^(${OF_PREACT}|${OF_CONSOLE.replaceAll(" ", "|")})$`),
        builtins: true,
      },
    },
    // Escapes compress better than bytes that nothing else has.
    format: { ascii_only: true },
    toplevel: true,
    ecma: 2020,
  });
  if (code === undefined) throw new Error("The page's script could not be minified.");
  return code;
}
