import { OPERATOR, type Run } from "./operator-process.ts";

/*
 * A program of its own: runs the operator's command once for each line that it is given, as if each had a process of
 * its own, and prints what became of them. The command's module is loaded anew for each line, what it imports is not.
 */

const lines = JSON.parse(process.argv[2] ?? "[]") as string[][];
const write = process.stdout.write.bind(process.stdout);
const runs: Run[] = [];

for (const [index, args] of lines.entries()) {
  const run: Run = { code: 0, stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = (text) => {
      run[name] += text;
      return true;
    };
  }
  process.argv = [process.execPath, OPERATOR, ...args];
  process.exitCode = 0;
  await import(`${OPERATOR}?line=${index}`);
  runs.push({ ...run, code: process.exitCode });
}

process.exitCode = 0;
write(JSON.stringify(runs));
