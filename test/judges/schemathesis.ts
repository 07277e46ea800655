import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cleanUp, SpawnedStack, temporaryFolder } from "../support/spawned-stack.ts";
import { type Running, startReceiver } from "./between.ts";
import { startBetween } from "./schemathesis/between.ts";
import { type Prepared, prepareRecords } from "./schemathesis/prepare-records.ts";
import { type Case, readReport } from "./schemathesis/read-report.ts";
import { JUDGES, pythonPrograms, ROOT, run } from "./toolchain.ts";
import type { Finding, Judge } from "./verdict.ts";

const REQUIREMENTS = "schemathesis/requirements.txt";
const DOCUMENT = join(ROOT, "shared/contract/generated/openapi.json");

/** The same choices at every run, as far as answers do not lead a chain elsewhere. JUDGE_SEED makes others. */
const SEED = Number(process.env.JUDGE_SEED ?? 38);
/** Each run is ended then, whatever the machine is busy with. */
const SECONDS = 300;

/**
 * Right requests that name what was prepared, as long as it is as it was prepared; then right and wrong ones, one at a
 * time; then chains along the links, and chains of payments alone.
 */
const RUNS = {
  prepared: [
    ...["--phases", "fuzzing", "--mode", "positive", "--max-examples", "10"],
    ...["--include-path-regex", "[{]"],
  ],
  single: ["--phases", "examples,coverage,fuzzing", "--mode", "all", "--max-examples", "8"],
  chains: ["--phases", "stateful", "--mode", "all", "--max-examples", "30"],
  payments: [
    ...["--phases", "stateful", "--mode", "positive", "--max-examples", "30"],
    ...["--include-path-regex", "^/v1/payments/(intents|.id.)"],
  ],
};
/** Few requests to the operations that have a mistake. */
const PLANTED_PATHS =
  /^\/v1\/(fee-preview|payments\/.id.(\/cancel)?|event-types|onboarding\/link|callback-endpoints(\/.id.(\/test)?)?)$/;
const PLANTED_RUNS = {
  single: [
    ...["--phases", "examples,fuzzing", "--mode", "all", "--max-examples", "8"],
    ...["--include-path-regex", PLANTED_PATHS.source],
  ],
};

/**
 * Requests made from the contract, right and wrong ones, one by one and in chains along its links. Every answer must be
 * one that the contract has. Nothing leaves loopback, whatever URL is made up.
 */
export const schemathesis: Judge = {
  title: "schemathesis makes requests from the contract, and compares the answers with it",
  needs: ["python3"],
  takesMinutes: true,
  planted: [
    {
      mistake: "a status that is not documented",
      finding: /^GET \/v1\/fee-preview: Undocumented status code: Received: 203/,
    },
    { mistake: "an answer of 500", finding: /^POST \/v1\/payments\/\{id\}\/cancel: Server error/ },
    {
      mistake: "an answer without one of its fields",
      finding: /^GET \/v1\/payments\/\{id\}: Response violates/,
    },
    { mistake: "an operation that never succeeds", finding: /^GET \/v1\/event-types: never succeeded/ },
    {
      mistake: "a request that should have been rejected",
      finding: /^POST \/v1\/onboarding\/link: Schema-violating/,
    },
    { mistake: "a call that leaves loopback", finding: /^a connection that would leave loopback/ },
  ],
  async judge({ planted }) {
    const programs = await pythonPrograms(REQUIREMENTS);
    const folder = temporaryFolder();
    const left = join(folder, "left-loopback");
    let receiver: Running | undefined;
    try {
      const stack = await SpawnedStack.start(join(folder, "stack"), {
        nodeArguments: [`--import=${pathToFileURL(join(JUDGES, "schemathesis/stay-on-loopback.ts"))}`],
        env: { LEFT_LOOPBACK_FILE: left },
      });
      receiver = await startReceiver(() => ({}));
      const prepared = await prepareRecords(stack, receiver.url);
      const between = await startBetween(stack, { planted, receiverUrl: receiver.url });
      const settings = join(folder, "schemathesis.toml");
      writeFileSync(settings, settingsOf(prepared));
      const reports: ReturnType<typeof readReport>[] = [];
      for (const [name, how] of Object.entries(planted ? PLANTED_RUNS : RUNS)) {
        const report = join(folder, `${name}.ndjson`);
        const { status, stdout, stderr } = await run(
          join(programs, "st"),
          [
            ...["--config-file", settings, "run", DOCUMENT, "--url", between.url, ...how],
            ...["--header", `X-Api-Key: ${stack.demo.apiKey}`, "--seed", String(SEED)],
            ...["--report", "ndjson", "--report-ndjson-path", report],
            ...["--continue-on-failure", "--generation-database", "none", "--warnings", "off", "--no-color"],
          ],
          // The judge itself asks nobody else either.
          {
            cwd: folder,
            seconds: SECONDS,
            env: { ...process.env, ALL_PROXY: "http://127.0.0.1:9", NO_PROXY: "127.0.0.1" },
          },
        );
        if (status !== 0 && status !== 1)
          throw new Error(`It did not come to its end (${status}): ${(stderr || stdout).slice(-2000)}`);
        reports.push(readReport(report));
      }
      await between.stop();
      // What was asked for and is still to be done, as a delivery, is done before it is judged.
      await stack.letPass(60);
      const cases = reports.flatMap((report) => report.cases);
      const findings = reports.flatMap((report) => report.findings);
      const asked = operationsOf(planted ? PLANTED_PATHS : /^/);
      return {
        tools: [
          `schemathesis ${readFileSync(join(JUDGES, REQUIREMENTS), "utf8").match(/schemathesis==(\S+)/)?.[1]}`,
        ],
        judged: `requests to ${asked.length} operations (seed ${SEED})`,
        count: cases.length,
        findings: [...findings, ...neverSucceeded(asked, cases), ...leftLoopback(left)],
      };
    } finally {
      receiver?.stop();
      await cleanUp();
    }
  },
};

/** Which values an operation takes, mostly or always: records that were prepared, and others that are likely. */
const VALUES: [
  operations: string[],
  parameters: Record<string, [dictionary: string, probability: number]>,
][] = [
  [
    ["createPayment"],
    {
      "body.currency": ["currencies", 1],
      "body.captureMethod": ["captures", 0.7],
      "body.paymentMethodTypes[*]": ["methods", 1],
    },
  ],
  [["capturePayment"], { "path.id": ["authorized", 0.8], "body.amountCents": ["amounts", 1] }],
  [["refundPayment"], { "path.id": ["paid", 0.8], "body.amountCents": ["amounts", 1] }],
  [["cancelPayment"], { "path.id": ["unpaid", 0.8] }],
  [["getPayment", "getPaymentTimeline", "getPaymentDetails", "listRefunds"], { "path.id": ["paid", 0.8] }],
  [["getEvent", "redeliverEvent"], { "path.id": ["events", 0.8] }],
  [["getRecovery"], { "path.id": ["recoveries", 0.8] }],
  [["resolveAttention"], { "path.id": ["attention", 0.8] }],
  [["getStatement", "downloadStatementPayments"], { "path.date": ["statements", 0.8] }],
  [
    ["downloadMovements"],
    {
      "query.from": ["statements", 0.8],
      "query.to": ["statements", 0.8],
      "query.currency": ["currencies", 1],
      "query.format": ["formats", 0.5],
    },
  ],
  [["getPayout", "listPayoutLines", "downloadPayoutLines"], { "path.id": ["payouts", 0.8] }],
  [["endConsoleSession"], { "path.id": ["sessions", 0.8] }],
  [
    [
      ...["getCallbackEndpoint", "getCallbackHealth", "updateCallbackEndpoint", "testCallbackEndpoint"],
      ...["rotateCallbackSecret", "disableCallbackEndpoint", "enableCallbackEndpoint"],
    ],
    { "path.id": ["endpoints", 0.8] },
  ],
  [["deleteCallbackEndpoint"], { "path.id": ["removable", 0.8] }],
  [["registerReader"], { "body.locationId": ["locations", 1], "body.registrationCode": ["codes", 1] }],
  [["getReader", "cancelReaderAction"], { "path.id": ["readers", 0.8] }],
  [["processAtReader"], { "path.id": ["readers", 1], "body.svcPaymentId": ["inPerson", 1] }],
  [
    ["refundAtReader"],
    {
      "path.id": ["refundReaders", 1],
      "body.svcPaymentId": ["interac", 1],
      "body.amountCents": ["amounts", 1],
      "body.replaces": ["refunds", 0.5],
    },
  ],
  [["previewFee"], { "query.currency": ["anyLetters", 0.8] }],
  [["listSavedMethods", "setUpCustomer"], { "path.id": ["customers", 0.8] }],
  [["deleteSavedMethod"], { "path.id": ["customers", 0.9], "path.paymentMethodId": ["savedMethods", 0.9] }],
  [["getProblem"], { "path.code": ["problems", 0.8] }],
  [["getConsolePart"], { "path.part": ["parts", 0.8] }],
];
const LIKELY = {
  currencies: ["usd", "EUR", "jpy"],
  anyLetters: ["usd", "xyz"],
  refunds: ["re_unknown"],
  captures: ["manual"],
  formats: ["csv"],
  methods: ["card"],
  codes: ["simulated-wpe"],
  amounts: [10, 20],
  problems: ["not_found"],
};

/**
 * A valid request may also be rejected for what it asks for. Of made-up values nearly all would be: an operation would
 * never succeed, and no chain would go on.
 */
const settingsOf = (prepared: Prepared): string => `
[checks.positive_data_acceptance]
expected-statuses = ["2xx", 401, 402, 403, 404, 409, 422, 429]

# A body that is too long is rejected with 413, a method with 405.
[checks.negative_data_rejection]
expected-statuses = ["4xx"]

# What was rejected is found above; here it would end a chain.
[phases.stateful.checks.positive_data_acceptance]
enabled = false

[dictionaries]
${Object.entries({ ...LIKELY, ...prepared })
  .map(([name, values]) => `${name} = { values = ${JSON.stringify(values)} }`)
  .join("\n")}
${VALUES.map(
  ([operations, parameters]) => `
[[operations]]
include-operation-id = ${JSON.stringify(operations)}
[operations.parameters]
${Object.entries(parameters)
  .map(
    ([parameter, [name, probability]]) =>
      `"${parameter}" = { dictionary = "${name}", probability = ${probability} }`,
  )
  .join("\n")}
`,
).join("")}`;

function operationsOf(those: RegExp): string[] {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, "utf8")) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => those.test(path))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
}

/** Of an operation that only rejected, no answer was judged that matters. */
const neverSucceeded = (asked: string[], cases: Case[]): Finding[] =>
  asked
    .filter((name) => !cases.some(({ operation, status }) => operation === name && status < 300))
    .map((name) => ({ what: `${name}: never succeeded` }));

function leftLoopback(file: string): Finding[] {
  const hosts = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return hosts.map((detail) => ({ what: "a connection that would leave loopback", detail }));
}
