import { spawn } from "node:child_process";
import { childEnvironment } from "./child-environment.ts";
import type { FakeAws } from "./fake-aws.ts";

export type Ended = { code: number | null; output: string };

/** Runs a line of node's in a shell that has nothing of this machine's but its programs, and AWS at another address. */
export function runNode(
  line: string,
  aws: Pick<FakeAws, "url">,
  variables: Record<string, string>,
): Promise<Ended> {
  const env = childEnvironment({
    AWS_ENDPOINT_URL: aws.url,
    AWS_EC2_METADATA_DISABLED: "true",
    CI: "true",
    ...variables,
  });
  const child = spawn(`exec "${process.execPath}" ${line}`, { env, shell: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve) => child.once("exit", (code) => resolve({ code, output })));
}
