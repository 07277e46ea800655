import { writeFileSync } from "node:fs";
import { readDeployedStack } from "../../../infra/rehearsal/template/deployed-stack.ts";
import { runProof } from "./run-proof.ts";

/** The proof on one assembly, its result into a file. A process of its own: shared/ remembers the addresses it had first. */
const [outdir = "", file = ""] = process.argv.slice(2);
const { stoppedBy, ...result } = await runProof(readDeployedStack(outdir), { letsThrough: true });
writeFileSync(file, JSON.stringify({ ...result, ...(stoppedBy && { stoppedBy: stoppedBy.message }) }));
process.exit(0);
