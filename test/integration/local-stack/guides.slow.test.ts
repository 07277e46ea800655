import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { childEnvironment } from "../../support/child-environment.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

/* The guides' commands as they stand on the page, in a shell, in a folder with a running stack. */

const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

let folder: string;

beforeAll(async () => {
  folder = temporaryFolder();
  await SpawnedStack.start(join(folder, ".local"));
  const operator = `node ${join(ROOT, "infra/operator/operator.ts")}`;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, scripts: { operator } }));
});
afterAll(cleanUp);

const read = (name: string) => readFileSync(join(ROOT, `shared/contract/${name}.md`), "utf8");

const WALKTHROUGH = read("walkthrough");

const blocksIn = (text: string, language = "sh"): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code = ""]) => code);

/** Any command that fails fails all. */
async function runLines(lines: string[]): Promise<string> {
  const env = childEnvironment({ PATH: `${dirname(process.execPath)}:${process.env.PATH}` });
  const script = ["set -eo pipefail", ...lines].join("\n");
  const options = { cwd: folder, env, timeout: 2 * PATIENCE_MS };
  const { stdout } = await run("bash", ["-c", script], options).catch((error) =>
    expect.fail(`${error.message}\n${error.stdout}\n${error.stderr}`),
  );
  return stdout;
}

/** A section's blocks behind the guide's first one, which defines what they use. */
async function follow(heading: string, change = (lines: string) => lines): Promise<string> {
  const section = WALKTHROUGH.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`The walkthrough has no ${heading}.`);
  return runLines([...blocksIn(WALKTHROUGH).slice(0, 1), ...blocksIn(section)].map(change));
}

/** The lines that are JSON. */
const answersIn = (output: string) =>
  output
    .split("\n")
    .filter((line) => /^[[{]"|^\[\{/.test(line))
    .map((line) => JSON.parse(line));

/** Below those that the system gives to servers that ask for any: it is opened seconds later, and theirs come and go. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port);
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

// Its commands go on where the ones before have ended.
describe("the walkthrough", { shuffle: false }, () => {
  it("registers a website for wallets, says why one cannot show, and takes a wallet payment", async () => {
    const output = await follow("Pay with Apple Pay or Google Pay");
    const [registered, validated, details] = answersIn(output);
    const apple = { wallet: "apple_pay", status: "active", problem: null };
    expect(registered).toMatchObject({
      domainName: "shop.example.com",
      wallets: [apple, {}, {}, {}, {}, {}],
    });
    expect(validated.wallets[0]).toMatchObject({ status: "inactive", problem: expect.any(String) });
    expect(output).toContain('"status": "succeeded"');
    expect(details.method).toMatchObject({ brand: "visa", last4: "4242", wallet: "apple_pay" });
  });

  it("charges a returning customer, with a decline and an authentication", async () => {
    const answers = answersIn(await follow("Charge a returning customer"));
    const [saved, charged, again, declined, other, strict, confirmed, sent, removed] = answers;
    expect(saved).toMatchObject([{ brand: "visa", last4: "4242" }]);
    expect(charged).toMatchObject({ status: "succeeded", capturedCents: 1900 });
    expect(again).toEqual(charged);
    expect(declined).toMatchObject({ status: 402, processorCode: "card_declined" });
    expect(other).toMatchObject({ status: "succeeded" });
    expect(strict).toMatchObject({ status: 402, processorCode: "authentication_required" });
    expect(confirmed).toMatchObject({ status: "succeeded" });
    expect(sent).toMatchObject({ svcPaymentId: confirmed.svcPaymentId });
    expect(removed).toMatchObject({ last4: "0341" });
  });

  it("sends references of its own", async () => {
    const [[payment]] = answersIn(await follow("Send your own references"));
    expect(payment).toMatchObject({
      status: expect.any(String),
      metadata: { basket: "b-7" },
      statementDescriptorSuffix: "ORDER B7",
    });
  });

  it("explains a declined card, to the merchant and to the operator", async () => {
    const output = await follow("Explain a declined card");
    const [{ decline }] = answersIn(output);
    expect(decline).toMatchObject({ declineCode: "insufficient_funds", advice: expect.any(String) });
    expect(output).toMatch(/Tried with +Visa\n/);
    expect(output).toContain(`insufficient_funds: ${decline.meaning} ${decline.advice}`);
  });

  it("reads an early fraud warning, and ends it with a refund", async () => {
    const output = await follow("Read an early fraud warning");
    const [attention, events, refunded] = answersIn(output);
    const { svcPaymentId } = refunded;
    expect(attention).toMatchObject([{ kind: "fraud_warning", subject: { svcPaymentId } }]);
    expect(events.map(({ type }: { type: string }) => type)).toContain("radar.early_fraud_warning.created");
    expect(refunded.status).toBe("refunded");
  });

  it("adds an endpoint whose callbacks are valid, beside the first one's, and sends one of them again", async () => {
    const [receiver = ""] = blocksIn(WALKTHROUGH, "js");
    writeFileSync(join(folder, "receiver.mjs"), receiver);
    const port = String(await freePort());
    const output = await follow("Add a second callback endpoint", (lines) => lines.replaceAll("3000", port));
    const received = [...output.matchAll(/^(valid|NOT VALID) (\S+) /gm)].map(
      ([, is, type]) => `${is} ${type}`,
    );
    const WARNING = "valid payment.fraud_warning";
    expect(received.sort()).toEqual(["valid callback.test", WARNING, WARNING]);
    expect(output).toContain("[ 'payment_intent.succeeded' ]");
    expect(output.match(/status: 204/g)).toHaveLength(2);
    expect(answersIn(output).at(-1)).toEqual({ id: expect.stringMatching(/^ep_/) });
  });

  it("onboards a merchant without an email, by the processor's newer API", async () => {
    const output = await follow("Onboard a merchant");
    const [created, enabled] = answersIn(output);
    expect(created).toMatchObject({ onboardingStatus: "pending" });
    expect(enabled).toMatchObject({ onboardingStatus: "enabled", chargesEnabled: true });
    expect(output).toMatch(/Account +acct_\w+, enabled, created with v2/);
  });
});

it("testing: a payment is created and paid with a test card", async () => {
  const [settings = "", pay = ""] = blocksIn(read("testing"));
  expect(await runLines([settings, pay])).toContain('"status": "succeeded"');
});
