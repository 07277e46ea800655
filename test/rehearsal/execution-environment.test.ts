import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { ExecutionEnvironment } from "../../infra/rehearsal/run/execution-environment.ts";

const CRASHES = `export const handler = () => new Promise(() => setTimeout(() => { throw new TypeError("no such field"); }));`;

it("a function that crashes outside of its handler's promise says why, in the failure and in its log", async () => {
  const folder = mkdtempSync(join(tmpdir(), "payments-crash-"));
  const file = join(folder, "index.mjs");
  writeFileSync(file, CRASHES);
  const spec = {
    ...{ name: "payments-dev-webhook", arn: "", aliases: [], folder, file, handler: "handler" },
    ...{ timeoutSeconds: 5, variables: {}, role: { arn: "", name: "", services: [], statements: [] } },
  };
  const given = { spec, variables: {}, offsetMs: 0, logFolder: folder };
  const environment = await ExecutionEnvironment.start(given);
  await expect(environment.invoke({})).rejects.toThrow(
    "payments-dev-webhook: Runtime exited: TypeError: no such field",
  );
  const log = () => readFileSync(join(folder, "payments-dev-webhook.log"), "utf8");
  await vi.waitFor(() => expect(log()).toMatch(/TypeError: no such field\n\s+at /));
});
