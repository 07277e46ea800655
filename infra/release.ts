import { execFileSync } from "node:child_process";
import packageJson from "../package.json" with { type: "json" };

/**
 * Which release this checkout is: its version, and the commit where git knows one. A stack says in its outputs which one
 * it was deployed from, and the operator's command line compares.
 */
export function readRelease(): string {
  try {
    const options = {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: "pipe",
    } as const;
    const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], options).trim();
    return `${packageJson.version}+${commit}`;
  } catch {
    return packageJson.version;
  }
}
