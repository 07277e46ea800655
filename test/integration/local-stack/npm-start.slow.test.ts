import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PATIENCE_MS } from "../../support/patience.ts";

it("kill of npm start ends the stack, although the signal reaches npm alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "npm-start-"));
  const env = { ...process.env, PORT: "0", STATE_DIR: folder };
  const npm = spawn("npm", ["start"], { cwd: join(import.meta.dirname, "../../.."), env });
  await new Promise<void>((resolve) => npm.stdout.on("data", (text) => /http:/.test(text) && resolve()));
  const { baseUrl } = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"));
  const answers = () =>
    fetch(`${baseUrl}/v1/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await answers()).toBe(true);
  npm.kill();
  await expect.poll(answers, { timeout: PATIENCE_MS }).toBe(false);
});
