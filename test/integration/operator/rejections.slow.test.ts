import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Command } from "commander";
import { beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../../infra/local/http-listen.ts";
import { startSecretsManager } from "../../../infra/local/secrets-manager.ts";
import { buildProgram } from "../../../infra/operator/program.ts";
import { eventKey, pack } from "../../../shared/ledger/table.ts";
import { describedStack, OPERATOR_ARN, startAws, startCloudFormation } from "../../support/fake-aws.ts";
import { temporaryFolder } from "../../support/spawned-stack.ts";
import { expectRejection, useDesk } from "./desk.ts";
import { type Run, runLines, spawnOperator } from "./operator-process.ts";

const desk = useDesk();
let merchantId: string;
let keyId: string;
beforeAll(async () => {
  ({ merchantId } = desk.stack.demo);
  ({ keyId } = await desk.json<{ keyId: string }>("keys", "issue", merchantId));
});

const NOBODY = "mer_Nobody0000000001";
const NO_EVENT = "evt_nothing";
const TOO_LONG = "x".repeat(2049);
const NO_PAYMENT = `svcpay_${"f".repeat(32)}`;

/** "M" stands for a merchant that there is, "K" for a key. */
const BAD_INPUT: [string, RegExp][] = [
  ["merchants show mer_Nobody0000000001", /no merchant mer_Nobody/],
  ["merchants list --limit 0", /'--limit <n>' argument '0' is invalid/],
  ["merchants create", /required option '--name <name>'/],
  ["merchants create --name Shop --fixed usd=30", /needs --bps/],
  [`merchants set-fee ${NOBODY} --bps 100`, /no merchant/],
  ["merchants set-fee M --bps 10001", /basis points/],
  ["merchants set-fee M --bps NaN", /'NaN' is invalid. It must be a whole number/],
  [
    "merchants set-fee M --bps 100 --fixed 30",
    /It must be a currency and its smallest units, such as usd=30/,
  ],
  ["merchants set-fee M --bps 100 --fixed usd=30 --fixed USD=25", /USD is given twice/],
  ["merchants set-fee M --bps 100 --default", /either a fee .* or --default/],
  ["merchants set-fee M", /either a fee .* or --default/],
  [`merchants adopt-account ${NOBODY} acct_1`, /no merchant/],
  ["merchants adopt-account M", /missing required argument 'accountId'/],
  ["merchants adopt-account M acct_other", /has another account: acct_/],
  [`merchants detach-account ${NOBODY}`, /no merchant/],
  ["merchants detach-account M", /pass --yes|no connected account/],
  ["merchants erase M --settle 25d", /--settle must be at most 24h/],
  ["merchants erase M", /Erase mer_\w+\? .* --yes/],
  [`keys issue ${NOBODY}`, /no such merchant/],
  ["keys issue M --expires 0", /must be in the future/],
  ["keys issue M --expires 99999999d", /--expires must be at most 3650d/],
  ["keys issue M --preset admin", /Allowed choices are full, checkout, till, billing, back-office, read/],
  [`keys list ${NOBODY}`, /no merchant/],
  ["keys rotate key_nothing", /no such key/],
  ["keys rotate K --grace 31d", /between 0 and 30 days/],
  ["keys revoke M", /is not a key ID \(key_/],
  [`merchants show mer_${TOO_LONG}`, /is not a merchant ID \(mer_/],
  [`keys revoke key_${TOO_LONG}`, /is not a key ID \(key_/],
  [`payments list M --after svcpay_${TOO_LONG}`, /is not a payment ID \(svcpay_/],
  [`open-work visit mer_${TOO_LONG}`, /is not an ID as in `open-work list`/],
  ["merchants detach-account K", /is not a merchant ID \(mer_/],
  ["payments show pi_1", /pi_1 is not a payment ID \(svcpay_…\)\./],
  ["payments refresh M", /mer_\w+ is not a payment ID \(svcpay_…\)\./],
  ["callbacks delete M --endpoint M", /mer_\w+ is not an endpoint ID \(ep_…\)\./],
  ["callbacks test M --endpoint K", /key_\w+ is not an endpoint ID \(ep_…\)\./],
  ["attention resolve M K", /key_\w+ is not an attention ID \(att_…\)\./],
  ["attention list K", /key_\w+ is not a merchant ID \(mer_…\)\./],
  ["dead-letters redeliver --merchant K", /key_\w+ is not a merchant ID \(mer_…\)\./],
  ["events list M --payment M", /mer_\w+ is not a payment ID \(svcpay_…\)\./],
  ["secrets remove-key M", /mer_\w+ is not an encryption key ID \(a number, as in `secrets keys`\)\./],
  [
    "simulate advance banana",
    /^error: The clock cannot be advanced by banana\. Pass a number and a unit, from 1s to 366d, /,
  ],
  [
    "simulate advance 0",
    /^error: The clock cannot be advanced by 0\. Pass a number and a unit, from 1s to 366d, /,
  ],
  ["simulate advance 367d", /from 1s to 366d/],
  ["simulate advance 7d --env staging", /Omit --env/],
  [`payments list ${NOBODY}`, /no merchant/],
  ["payments list M --after svcpay_1", /must be the id of one of your payments/],
  ["keys rotate K --grace -1h", /'-1h' is invalid|unknown option/],
  ["keys rotate K --grace 0", /pass --yes/],
  ["keys revoke key_nothing --yes", /no such key/],
  [`console ${NOBODY} --reason help`, /no merchant/],
  ["console M", /required option '--reason <text>'/],
  ["console M --money", /required option '--reason <text>'/],
  ["console M --reason help --setup", /unknown option '--setup'/],
  ["callbacks set-url M http://shop.example/callbacks", /Use an https:\/\/ URL/],
  ["callbacks set-url M https://10.0.0.1/callbacks", /a name, not an IP address/],
  ["callbacks rotate-secret M --grace 8d", /between 0 and 7 days/],
  ["callbacks rotate-secret M --grace 0", /pass --yes/],
  ["callbacks disable M", /pass --yes/],
  [`events show ${NO_EVENT}`, /no event evt_nothing/],
  [`events redeliver ${NO_EVENT}`, /no event/],
  ["events list M --delivery lost", /Allowed choices are none, pending, delivered, held, failed/],
  ["events list M --after evt_nothing", /must be the id of one of your events/],
  [`events reapply ${NO_EVENT}`, /no event/],
  [`events recover ${NOBODY} --since 24h`, /no merchant/],
  ["events recover M --since 32d", /from 1s to 31d/],
  ["dead-letters redeliver", /Pass --merchant/],
  ["open-work list --limit 0", /'--limit <n>' argument '0' is invalid/],
  ["open-work visit", /Pass an id as listed/],
  ["open-work visit evt_1 --unresolved", /Pass an id as listed/],
  ["open-work visit nothing", /There is no open work with the id nothing/],
  [`open-work visit ${NO_EVENT}`, /There is no open work with the id evt_nothing/],
  [`payments refresh ${NO_PAYMENT}`, /no payment svcpay_/],
  [`merchants refresh-account ${NOBODY}`, /no merchant/],
  [`dead-letters list --merchant ${NOBODY}`, /no merchant/],
  [`payments show ${NO_PAYMENT}`, /no payment svcpay_/],
  [`reconcile events --merchant ${NOBODY} --since 1h`, /no merchant/],
  ["reconcile events --since 1h", /required option '--merchant <merchantId>'/],
  ["reconcile events --merchant M --since 31d", /from 1s to 30d/],
  ["reconcile events --merchant M --since 0", /from 1s to 30d/],
  ["reconcile payments --merchant M --since soon", /'soon' is invalid/],
  ["reconcile statement --merchant M --date 2026-02-30", /date must be a date/],
  ["reconcile statement --merchant M --date 2999-01-01", /in the future/],
  ["reconcile statement --merchant M --date 2020-01-01", /created after 2020-01-01/],
  ["merchants show", /missing required argument 'merchantId'/],
  ["merchants shw", /unknown command 'shw' \(Did you mean show\?\)/],
  ["--env PROD! merchants list", /--env must be the name of an environment/],
];

const argumentsOf = (line: string) =>
  line.split(" ").map((word) => ({ M: merchantId, K: keyId })[word] ?? word);

it("bad input is rejected in one line with exit code 2, and nothing is changed", async () => {
  const before = await desk.items();
  const runs = await desk.runLines(BAD_INPUT.map(([line]) => argumentsOf(line)));
  expect(runs).toHaveLength(BAD_INPUT.length);
  for (const [index, run] of runs.entries()) {
    const [line = "", says = /^$/] = BAD_INPUT[index] ?? [];
    expectRejection(run, says, line);
  }
  // By the parser, and by what a command calls: this is also what a shell sees of it.
  for (const [line, says] of BAD_INPUT.slice(0, 2)) {
    expectRejection(await desk.run(...argumentsOf(line)), says, line);
  }
  expect(await desk.items()).toEqual(before);
});

it("a question that is ended without an answer, as by Ctrl-D, changes nothing and is a rejection", async () => {
  const atTerminal = "--import=data:text/javascript,process.stdin.isTTY=true";
  const env = { STATE_DIR: desk.stateDir, NODE_OPTIONS: atTerminal };
  const run = await spawnOperator(["keys", "revoke", keyId], env).ended;
  expectRejection(run, /Revoke it\? \[y\/N\] error: Nothing was changed\./);
});

describe("--help", () => {
  /** Every command from the program down. */
  const commands = (command: Command): Command[] => [command, ...command.commands.flatMap(commands)];

  it("the help of every level has a description and an example", () => {
    const all = commands(buildProgram());
    expect(all.length).toBeGreaterThan(25);
    for (const command of all) {
      let text = "";
      command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
      expect(text).toMatch(/^Usage: operator/);
      expect(text).toContain("Example:\n  npm run operator -- ");
      expect(command.description()).not.toBe("");
    }
  });

  it("the help of the program, of a noun and of a verb exits 0, without any stack", async () => {
    const lines = [[], ["keys"], ["keys", "rotate"]].map((words) => [...words, "--help"]);
    for (const run of await runLines(lines, { STATE_DIR: temporaryFolder() })) {
      expect(run).toMatchObject({ code: 0, stderr: "" });
      expect(run.stdout).toContain("--json");
    }
  });
});

const NO_STACK = `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>
  <Code>ValidationError</Code><Message>Stack with id payments-dev does not exist</Message></Error></ErrorResponse>`;

describe("a target that is not there is said clearly, with exit code 1:", () => {
  const expectFailure = ({ code, stdout, stderr }: Run, says: RegExp) => {
    expect(stderr).toMatch(says);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  };

  it("no local stack, or one that was stopped", async () => {
    const STATE_DIR = temporaryFolder();
    expectFailure(
      await spawnOperator(["merchants", "list"], { STATE_DIR }).ended,
      /is not running\. Start it/,
    );
  });

  it("a local stack that is stopped while its clock is advanced", async () => {
    const server = createServer((request, response) => {
      if (request.method === "GET") response.end("{}");
      else request.socket.destroy();
    });
    const PROCESSOR_BASE_URL = await listen(server, 0);
    const { ended } = desk.spawnWith({ PROCESSOR_BASE_URL }, "simulate", "advance", "7d");
    expectFailure(await ended.finally(() => server.close()), /The local stack stopped before the time/);
  });

  it("no AWS credentials", async () => {
    // An EC2 instance's own would be looked for at an address that may not answer.
    const env = { AWS_REGION: "us-east-1", HOME: temporaryFolder(), AWS_EC2_METADATA_DISABLED: "true" };
    const { ended } = spawnOperator(["merchants", "list", "--env", "dev"], env);
    expectFailure(await ended, /There are no AWS credentials/);
  });

  it("no stack of that name, or one that is too old", async () => {
    const { url, server } = await startAws(OPERATOR_ARN, (_, body) =>
      body.includes("payments-old")
        ? { status: 200, body: describedStack({ TableName: "t" }) }
        : { status: 400, body: NO_STACK },
    );
    const lines = ["dev", "old"].map((name) => ["merchants", "list", "--env", name]);
    const env = { ...desk.variables, AWS_ENDPOINT_URL_CLOUDFORMATION: url };
    const [none, old] = (await runLines(lines, env).finally(() => server.close())) as [Run, Run];
    expectFailure(none, /no stack payments-dev in this account and region/);
    expectFailure(old, /lacks the outputs CallbackQueueUrl/);
  });
});

it("a deployed environment is found by its stack's outputs, and has none of the local permissions", async () => {
  const { TABLE_NAME, CALLBACK_QUEUE_URL, DEAD_LETTER_QUEUE_URL, RECONCILIATION_QUEUE_URL, ...rest } =
    desk.variables;
  const outputs = {
    TableName: String(TABLE_NAME),
    CallbackQueueUrl: String(CALLBACK_QUEUE_URL),
    DeadLetterQueueUrl: String(DEAD_LETTER_QUEUE_URL),
    ReconciliationQueueUrl: String(RECONCILIATION_QUEUE_URL),
    Release: "0.0.1+old",
  };
  const { url, server } = await startCloudFormation({ status: 200, xml: describedStack(outputs) });
  const env = {
    ...rest,
    AWS_ENDPOINT_URL_CLOUDFORMATION: url,
    AWS_ENDPOINT_URL_STS: url,
    USER: "olivia",
  };
  const lines = [
    ["dead-letters", "list", "--json"],
    ["callbacks", "set-url", merchantId, desk.stack.demo.callbackUrl],
    ["callbacks", "rotate-secret", merchantId, "--actor", "ticket 4711"],
    ["merchants", "show", merchantId, "--json"],
    ["secrets", "keys"],
  ];
  const runs = await runLines(
    // Its secrets are found by their names, which have the environment's in them.
    lines.map((line) => [...line, "--env", "local"]),
    env,
  ).finally(() => server.close());
  // Said once a command, beside its answer.
  for (const { stderr } of runs)
    expect(stderr).toMatch(
      /^warning: local was deployed from release 0\.0\.1\+old, and this command line is \d+\./,
    );
  for (const run of runs) run.stderr = run.stderr.split("\n").slice(1).join("\n");
  const [listed, rejected, rotated, shown, secrets] = runs as [Run, Run, Run, Run, Run];
  expect(JSON.parse(listed.stdout)).toEqual({ events: [], total: 0, queued: 0 });
  expectRejection(rejected, /Use an https:\/\/ URL/);
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining("whsec_") });
  // Who did it is who AWS says, not who a flag or the shell says.
  expect(JSON.parse(shown.stdout).audit[0]).toMatchObject({ actor: OPERATOR_ARN, remark: "ticket 4711" });
  expect(secrets.stdout).toMatch(/^KEY +ENCRYPTS +SECRETS\n +\S+ +yes +\d+\n$/);
  expect(secrets.code).toBe(0);
});

it("secrets check says what is missing, in a line for each, and exits 1", async () => {
  const { server, url } = await startSecretsManager({
    "payments/local/processor": JSON.stringify({ secretKey: "", publishableKey: "", placeholder: "x9" }),
    "payments/local/webhook": "",
  });
  const stateDir = temporaryFolder();
  const variables = { ...desk.variables, AWS_ENDPOINT_URL_SECRETS_MANAGER: url };
  writeFileSync(join(stateDir, "environment.json"), JSON.stringify(variables));
  const { code, stdout, stderr } = await spawnOperator(["secrets", "check"], { STATE_DIR: stateDir }).ended;
  server.close();
  expect(stdout.trimEnd().split("\n").slice(1)).toEqual([
    expect.stringMatching(
      /^processor +wrong +It is wrong: secretKey, publishableKey\. It is still the placeholder/,
    ),
    expect.stringMatching(/^webhook +wrong +It is empty\. Expected: /),
    expect.stringMatching(/^callback-key +unreadable +It cannot be read \(ResourceNotFoundException\)\.$/),
  ]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
});

const LACKING = expect.stringMatching(/^our API key lacks a right at the processor [^\n]+\n$/);

it("secrets check tries the rights of the processor's key, and names the one that it lacks", async () => {
  const give = (dispute: string) =>
    fetch(`${desk.stack.demo.processorUrl}/_simulator/rights`, {
      method: "POST",
      body: JSON.stringify({ dispute }),
    });
  await give("none");
  const lacking = await desk.run("secrets", "check");
  await give("read");
  const whole = await desk.run("secrets", "check");
  expect(lacking.stdout).toMatch(
    /\n\nRIGHT +LEVEL +ON +STATE +WHY\ndispute +read +accounts +missing +The processor asks for dispute_read\.\n/,
  );
  expect(lacking).toMatchObject({ code: 1, stderr: LACKING });
  expect(whole.stdout).toMatch(/\n\nThe processor's key has all 18 rights that it needs\.\n/);
  expect(whole).toMatchObject({ code: 0, stderr: "" });
});

it("secrets check fails for a missing right of v2 where v2 makes accounts, and names it", async () => {
  const give = (right: string) =>
    fetch(`${desk.stack.demo.processorUrl}/_simulator/rights`, {
      method: "POST",
      body: JSON.stringify({ v2_account_storer: right }),
    });
  const check = async (api: string) => {
    const path = join(desk.stateDir, "environment.json");
    const written = readFileSync(path, "utf8");
    writeFileSync(path, JSON.stringify({ ...JSON.parse(written), ACCOUNTS_API: api }));
    const ended = await spawnOperator(["secrets", "check"], { STATE_DIR: desk.stateDir }).ended;
    writeFileSync(path, written);
    return ended;
  };
  await give("none");
  const [lacking, withoutNeed] = [await check("v2"), await check("v1")];
  await give("write");
  const whole = await check("v2");
  expect(lacking.stdout).toMatch(
    /\nv2_account_storer +write +platform +missing +The processor asks for \S*v2_account_storer\S*\.\n/,
  );
  expect(lacking).toMatchObject({ code: 1, stderr: LACKING });
  expect(withoutNeed).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("(v2_account_storer, write) is missing"),
  });
  expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining("has all 19 rights") });
});

it("secrets check says which API version the newest webhook had, and what to do about another one", async () => {
  await desk.stack.confirm(await desk.stack.api.create({ amountCents: 1000 }, "version-1"));
  await desk.stack.letPass(1);
  const ours = await desk.run("secrets", "check");
  expect(ours.stdout).toMatch(
    /\n\nWebhooks arrive in the API version 2026-10-28\.endive, which this service reads\.\n$/,
  );
  const { events } = await desk.json<{ events: { eventId: string } }>("secrets", "check");
  const other = JSON.stringify({
    id: events.eventId,
    type: "x",
    api_version: "2025-03-31.basil",
    data: { object: {} },
  });
  await desk.change(eventKey(events.eventId), { body: pack(other) });
  const { stdout, code } = await desk.run("secrets", "check");
  expect(stdout).toMatch(
    /\n\nThe newest webhook \(evt_\S+\) has the API version 2025-03-31\.basil, .*Create the /,
  );
  // What came before the endpoints were made again stays the newest until the next event: no reason to stop a deploy.
  expect(code).toBe(0);
});
