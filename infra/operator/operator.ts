import { exitCodeFor } from "./failures.ts";
import { buildProgram } from "./program.ts";

try {
  await buildProgram().parseAsync();
} catch (error) {
  process.exitCode = exitCodeFor(error);
}
