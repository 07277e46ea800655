import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Types are stripped and modules compiled once, and not for every command; so they are loaded only now.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/compiled"));
const { exitCodeFor } = await import("./failures.ts");
const { buildProgram } = await import("./program.ts");

try {
  await buildProgram().parseAsync();
} catch (error) {
  process.exitCode = exitCodeFor(error);
}
