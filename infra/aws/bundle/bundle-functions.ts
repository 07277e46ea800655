import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile, type Plugin } from "esbuild";
import { pageFile, pageFileName } from "../../pages/page-file.ts";
import type { FunctionSpec } from "../../topology.ts";
import { CUTS, type Cuts } from "./cuts.ts";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));

/** One function's code: a folder with index.cjs in it, and what went into that file. */
export type Bundle = { directory: string; bytes: number; packages: readonly string[] };

export type Bundles = ReadonlyMap<string, Bundle>;

/** All functions in one run of the bundler, which reads and parses every shared file once. The bench tries other cuts. */
export async function bundleFunctions(
  functions: readonly Pick<FunctionSpec, "name" | "entry" | "page">[],
  directory: string,
  cuts: Cuts = CUTS,
): Promise<Bundles> {
  const outDir = resolve(directory);
  const { metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: Object.fromEntries(functions.map(({ name, entry }) => [`${name}/index`, entry])),
    outdir: outDir,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    // An ES module's import of node:http reads all its exports at once, and WebSocket's loads Node's whole fetch, which
    // nothing here uses (nodejs/node#59686): a quarter of the import. `require` does not, nor may the SDK's `import()`.
    format: "cjs",
    supported: { "dynamic-import": false },
    platform: "node",
    target: "node24",
    // esbuild prefers CommonJS for Node; only ES modules can be shaken.
    mainFields: ["module", "main"],
    minify: true,
    legalComments: "none",
    // Beside the bundle but not in the deployed asset: Node would parse megabytes of it at the first error. Builds
    // repeat to the byte, so a reader of a stack trace can have the map of any release from its commit.
    sourcemap: "external",
    plugins: [leaveOut(cuts)],
    metafile: true,
    logLevel: "warning",
  });
  for (const { name, page } of functions)
    if (page) writeFileSync(join(outDir, name, pageFileName(page)), await pageFile(page));
  return new Map(functions.map(({ name }) => [name, describe(name, outDir, metafile)]));
}

function describe(name: string, outDir: string, { outputs }: Metafile): Bundle {
  const found = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}/index.cjs`));
  if (!found) throw new Error(`The bundler wrote nothing for ${name}.`);
  const [, { bytes, inputs }] = found;
  return { directory: `${outDir}/${name}`, bytes, packages: packagesOf(inputs) };
}

const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/;

function packagesOf(inputs: Record<string, { bytesInOutput: number }>): string[] {
  const shipped = Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0);
  return [...new Set(shipped.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []))].sort();
}

const IN_NODE_MODULES = /.*[\\/]node_modules[\\/]/;

/** esbuild's aliases know packages only; this puts stand-ins in the place of single files. */
function leaveOut(cuts: Cuts): Plugin {
  const standIns = new Map(Object.values(cuts).flatMap((cut) => Object.entries(cut)));
  return {
    name: "leave-out",
    setup(build) {
      build.onLoad({ filter: /node_modules.+\.js$/ }, ({ path }) => {
        const contents = standIns.get(path.replace(IN_NODE_MODULES, "").replaceAll("\\", "/"));
        // The stand-ins are named by their full paths, but esbuild wants to know from where.
        return contents === undefined
          ? undefined
          : { contents, resolveDir: import.meta.dirname, loader: "js" };
      });
    },
  };
}
