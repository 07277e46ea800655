import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import type { FunctionSpec } from "../topology.ts";
import { onlyUsedPartsOfAwsClients } from "./aws-client-parts.ts";
import { LEFT_OUT_PACKAGES } from "./bundle-cuts.ts";
import { leaveOutFiles } from "./left-out-files.ts";
import { onlyUsedStripeResources } from "./stripe-resources.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** One function's code: a folder with index.mjs in it, and what went into that file. */
export type Bundle = { directory: string; bytes: number; packages: readonly string[] };

export type Bundles = ReadonlyMap<string, Bundle>;

/** All functions in one run of the bundler, which reads and parses every shared file once. */
export async function bundleFunctions(
  functions: readonly FunctionSpec[],
  directory: string,
): Promise<Bundles> {
  const outDir = resolve(directory);
  const { metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: Object.fromEntries(functions.map(({ name, entry }) => [`${name}/index`, entry])),
    outdir: outDir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    // esbuild prefers CommonJS for Node; only ES modules can be shaken.
    mainFields: ["module", "main"],
    minify: true,
    legalComments: "none",
    // Beside the bundle but not in the deployed asset: Node would parse megabytes of it at the first error. Builds
    // repeat to the byte, so whoever reads a stack trace can have the map of any release from its commit.
    sourcemap: "external",
    alias: LEFT_OUT_PACKAGES,
    plugins: [leaveOutFiles, onlyUsedPartsOfAwsClients, onlyUsedStripeResources],
    metafile: true,
    logLevel: "warning",
  });
  return new Map(functions.map(({ name }) => [name, describe(name, outDir, metafile)]));
}

function describe(name: string, outDir: string, { outputs }: Metafile): Bundle {
  const found = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}/index.mjs`));
  if (!found) throw new Error(`The bundler wrote nothing for ${name}.`);
  const [, { bytes, inputs }] = found;
  return { directory: `${outDir}/${name}`, bytes, packages: packagesOf(inputs) };
}

const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/;

function packagesOf(inputs: Record<string, { bytesInOutput: number }>): string[] {
  const shipped = Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0);
  return [...new Set(shipped.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []))].sort();
}
