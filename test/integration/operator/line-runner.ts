import { OPERATOR, type Run } from "./operator-process.ts";

/*
 * A program of its own: runs the operator's command once for each line that it is given, as if each had a process of
 * its own, and answers what became of it. The command's module is loaded anew for each line, what it imports is not.
 */

let lines = 0;

async function run(args: string[]): Promise<Run> {
  const said: Run = { code: 0, stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = (text) => {
      said[name] += text;
      return true;
    };
  }
  process.argv = [process.execPath, OPERATOR, ...args];
  process.exitCode = 0;
  await import(`${OPERATOR}?line=${lines++}`);
  return { ...said, code: Number(process.exitCode) };
}

process.on("message", async (args: string[]) => process.send?.(await run(args)));
process.on("disconnect", () => process.exit(0));
