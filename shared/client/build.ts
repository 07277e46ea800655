import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// `npm run build`: dist/esm for import, dist/cjs for require. Not in the package.

const HERE = import.meta.dirname;
const COMPILER = join(HERE, "../../node_modules/typescript/bin/tsc");
const CONTRACT = "generated/contract";

const compile = (project: string) =>
  execFileSync(process.execPath, [COMPILER, "--project", join(HERE, project)], { stdio: "inherit" });

rmSync(join(HERE, "dist"), { recursive: true, force: true });
compile("tsconfig.json");
compile("tsconfig.cjs.json");
writeFileSync(join(HERE, "dist/cjs/package.json"), '{ "type": "commonjs" }\n');
copyFileSync(join(HERE, "../../LICENSE"), join(HERE, "LICENSE"));

// Half a megabyte of types is packed once: declarations of a module may import those of CommonJS, not the reverse.
writeFileSync(join(HERE, `dist/esm/${CONTRACT}.d.ts`), `export type * from "../../cjs/${CONTRACT}.js";\n`);
