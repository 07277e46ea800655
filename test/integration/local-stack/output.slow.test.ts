import { afterEach, describe, expect, it } from "vitest";
import { cleanUp, launch, temporaryFolder } from "../../support/spawned-stack.ts";

afterEach(cleanUp);

const READY = "Create a payment:";

/** What the stack has written by the time at which it has answered a request with a wrong key. */
async function outputOf(env: Record<string, string>): Promise<string> {
  const { child, output } = launch(temporaryFolder(), { env });
  const until = (text: string) => expect.poll(() => output.stdout).toContain(text);
  await until(READY);
  const [, baseUrl = ""] = /Console +(\S+)\/ /.exec(output.stdout) ?? [];
  await fetch(`${baseUrl}/v1/payments`, { headers: { "X-Api-Key": "wrong" } });
  await until("401 GET /v1/payments");
  child.kill("SIGTERM");
  return output.stdout + output.stderr;
}

const isJson = (line: string): boolean => line.startsWith("{");

describe("what the terminal shows", () => {
  it("names what is being started, and then has one line a request and none of the functions' logs", async () => {
    const output = await outputOf({ LOAD_FUNCTIONS: "at-once" });
    const [starting = ""] = output.split("The payments service is running");
    for (const part of ["the ledger", "functions", "the demo merchant"])
      expect(starting).toMatch(new RegExp(`^  Starting .*${part}.* …$`, "m"));
    expect(output.split("\n").filter(isJson)).toEqual([]);
  });

  it("has the functions' logs beside it with LOG=json", async () => {
    const lines = (await outputOf({ LOG: "json" })).split("\n").filter(isJson);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ message: "request", operation: "list-payments" }),
    );
  });
});
