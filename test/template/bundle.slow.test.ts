import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as dynamodb from "@aws-sdk/client-dynamodb";
import * as secretsManager from "@aws-sdk/client-secrets-manager";
import * as sqs from "@aws-sdk/client-sqs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Bundles, bundleFunctions } from "../../infra/aws/bundle/bundle-functions.ts";
import { CUTS } from "../../infra/aws/bundle/cuts.ts";
import { USED_STRIPE_RESOURCES } from "../../infra/aws/bundle/stripe-resources.ts";
import { tableAccessOf } from "../../infra/ledger-access.ts";
import { close, listen } from "../../infra/local/http-listen.ts";
import { FUNCTIONS, QUEUE_VARIABLES, SECRET_VARIABLES } from "../../infra/topology.ts";
import { composeApiKey } from "../../shared/domain/access/api-key.ts";
import { MERCHANT_ENDPOINTS } from "../support/merchant-endpoints.ts";
import {
  bundleAll,
  bundleNamed,
  invoke,
  invokeWith,
  type Start,
  startEach,
} from "./support/bundled-functions.ts";

/** A guard against what slips in unseen; what it costs in time, `npm run bench -- cold` says. */
const MAX_KILOBYTES: Record<string, number> = {
  "get-payment": 240,
  "get-onboarding-status": 240,
  delivery: 280,
  // They send what they tell of a change at once: the queue's client is 24 KB, and what starts a delivery 13 KB.
  "charge-payment": 396,
  "capture-payment": 404,
  "cancel-payment": 404,
  // It refunds at a reader too, and claims a failed refund for its replacement.
  "refund-payment": 428,
  "create-account": 404,
  // It applies events, and makes their deliveries.
  webhook: 396,
  // It finishes what any other function may have left.
  "open-work": 436,
  // It applies an event as the webhook does, and sends it.
  "redeliver-event": 288,
  // It pulls events as the webhook applies them, makes statements, and takes payouts apart.
  reconciliation: 436,
  // The document itself.
  "get-openapi": 490,
  "get-openapi-3-0": 490,
  "not-found": 100,
};
const MAX_KILOBYTES_WITH_PROCESSOR = 380;

const ADDRESSES = [...Object.values(SECRET_VARIABLES), ...Object.values(QUEUE_VARIABLES)];

/** What Lambda and the stack would set; nothing listens at the addresses. */
const ENVIRONMENT = {
  ENVIRONMENT: "dev",
  TABLE_NAME: "payments-dev",
  ...Object.fromEntries(ADDRESSES.map((variable) => [variable, "http://127.0.0.1:1/address"])),
  DEFAULT_FEE_POLICY: JSON.stringify({
    bps: 250,
    byCurrency: { usd: { fixedCents: 30, minCents: 0, maxCents: null } },
  }),
  ACCOUNTS_API: "v1",
  CONSOLE_TYPED_ABOVE: JSON.stringify({ usd: 10_000, eur: 10_000 }),
  // On Lambda with its folder, /var/task; here the bundle's folder is the current one.
  REFERENCE_PAGE_FILE: "reference-page.json",
  CONSOLE_PAGE_FILE: "console-page.json",
  LOG_LEVEL: "SILENT",
  AWS_REGION: "eu-west-1",
  AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
  AWS_SECRET_ACCESS_KEY: "example",
  AWS_SESSION_TOKEN: "example-session",
  AWS_ENDPOINT_URL: "http://127.0.0.1:1",
};

let bundles: Bundles;
beforeAll(async () => {
  bundles = await bundleAll();
});

it("is the same, byte for byte, when it is made again: bundle, page and source map", async () => {
  const some = FUNCTIONS.filter(({ name, page }) => page !== undefined || name === "create-payment");
  // As deep as the first, since a map names its sources by the way to them.
  const folder = join(mkdtempSync(join(tmpdir(), "payments-bundles-")), "again");
  const again = await bundleFunctions(some, folder);
  for (const { name } of some) {
    const [one, other] = [bundleNamed(bundles, name).directory, bundleNamed(again, name).directory];
    const files = readdirSync(one);
    expect(files).toEqual(expect.arrayContaining(["index.cjs", "index.cjs.map"]));
    expect(readdirSync(other)).toEqual(files);
    for (const file of files)
      expect(readFileSync(join(other, file)).equals(readFileSync(join(one, file))), `${name}/${file}`).toBe(
        true,
      );
  }
});

describe.each(FUNCTIONS)("the bundle of $name", ({ name, secrets }) => {
  it("is within its budget", () => {
    const limit = MAX_KILOBYTES[name] ?? MAX_KILOBYTES_WITH_PROCESSOR;
    expect(bundleNamed(bundles, name).bytes).toBeLessThanOrEqual(limit * 1024);
  });

  it("contains the clients that it may use and no others", () => {
    const { packages } = bundleNamed(bundles, name);
    expect(packages.includes("stripe")).toBe(secrets.includes("processor"));
    expect(packages.includes("@aws-sdk/client-secrets-manager")).toBe(secrets.length > 0);
    expect(packages.includes("@aws-sdk/client-dynamodb")).toBe(tableAccessOf(name) !== "none");
    expect(packages.filter((name) => /credential-provider|nested-clients|multi-region/.test(name))).toEqual(
      [],
    );
  });
});

describe("a bundle without node_modules beside it", () => {
  const WITHOUT_KEY = FUNCTIONS.filter(
    ({ operations = [] }) => !MERCHANT_ENDPOINTS.some((operation) => operations.includes(operation)),
  );
  let rejections: Start[];
  let loads: Start[];
  beforeAll(async () => {
    const asked = MERCHANT_ENDPOINTS.map((operation) => {
      const { name = "" } = FUNCTIONS.find(({ operations }) => operations?.includes(operation)) ?? {};
      const routeKey = `${operation.method} ${operation.path}`;
      const request = { headers: { "x-api-key": "svc_live_nonsense" }, routeKey };
      return { bundle: bundleNamed(bundles, name), request };
    });
    const loaded = WITHOUT_KEY.map(({ name }) => ({ bundle: bundleNamed(bundles, name) }));
    const started = await startEach([...asked, ...loaded], ENVIRONMENT);
    rejections = started.slice(0, asked.length);
    loads = started.slice(asked.length);
  });

  it.each(MERCHANT_ENDPOINTS.map(({ name }, place) => ({ name, place })))(
    "$name rejects a malformed key without asking anybody",
    ({ place }) => {
      const { exports, answer, error } = rejections[place] ?? {};
      expect({ exports, error }).toEqual({ exports: ["handler"] });
      expect(answer?.statusCode).toBe(401);
      expect(answer?.headers["Content-Type"]).toBe("application/problem+json");
      expect(JSON.parse(answer?.body ?? "{}").type).toMatch(/\/problems\/unauthorized$/);
    },
  );

  it.each(WITHOUT_KEY.map(({ name }, place) => ({ name, place })))("$name loads on its own", ({ place }) => {
    expect(loads[place]).toEqual({ exports: ["handler"] });
  });
});

it.each(FUNCTIONS)(
  "has what reads a console session in $name exactly if the console may call it",
  ({ name, operations = [] }) => {
    const code = readFileSync(`${bundleNamed(bundles, name).directory}/index.cjs`, "utf8");
    const isForConsole = operations.some(({ caller, console }) => console || caller === "console");
    expect(code.includes("__Host-svc-console")).toBe(isForConsole);
  },
);

it("leaves the queue's client out of a function that sends nothing", () => {
  expect(bundleNamed(bundles, "get-payment").packages).not.toContain("@aws-sdk/client-sqs");
});

it("serves the contract and the unknown route from bundles too", async () => {
  const document = await invoke(bundleNamed(bundles, "get-openapi"), {}, ENVIRONMENT);
  const unknown = await invoke(bundleNamed(bundles, "not-found"), {}, ENVIRONMENT);
  expect(document).toMatchObject({ status: 200, body: { openapi: expect.any(String) } });
  expect(unknown.status).toBe(404);
});

it.each([
  ["reference", "get-docs", "/v1/docs"],
  ["console", "get-console-page", "/console"],
])("lays the %s page beside its function, which serves it", async (page, name, rawPath) => {
  const bundle = bundleNamed(bundles, name);
  expect(existsSync(`${bundle.directory}/${page}-page.json`)).toBe(true);
  const event = {
    headers: {},
    rawPath,
    routeKey: `GET ${rawPath}`,
    requestContext: { domainName: "api.example.com" },
  };
  const answer = (await invokeWith(bundle, event, ENVIRONMENT)) as { statusCode: number; body: string };
  expect(answer.statusCode).toBe(200);
  expect(answer.body.startsWith("<!doctype html>")).toBe(true);
});

/** Asks the bundled get-payment for something, with a ledger that answers only this. */
async function getPaymentFrom(ledger: { status: number; body: object }) {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(ledger.status).end(JSON.stringify(ledger.body));
  });
  const env = { ...ENVIRONMENT, AWS_ENDPOINT_URL: await listen(server, 0) };
  const { apiKey } = composeApiKey("mer_Unknown000000001", (size) => new Uint8Array(size));
  const request = { headers: { "x-api-key": apiKey } };
  const { status } = await invoke(bundleNamed(bundles, "get-payment"), request, env);
  await close(server);
  return { status, seen };
}

const dynamodbError = (name: string) => ({
  __type: `com.amazonaws.dynamodb.v20120810#${name}`,
  message: name,
});

it.each([
  ["a throttled request, tried again and then given up", "ProvisionedThroughputExceededException", 503, 3],
  ["an error of other operations", "TableInUseException", 500, 1],
  ["an error that the SDK does not know either", "SomethingNewException", 500, 1],
])("reads %s as the whole SDK does", async (_, name, expected, attempts) => {
  const { status, seen } = await getPaymentFrom({ status: 400, body: dynamodbError(name) });
  expect(status).toBe(expected);
  expect(seen).toHaveLength(attempts);
});

it("signs with the credentials that Lambda puts into the environment", async () => {
  const { status, seen } = await getPaymentFrom({
    status: 200,
    body: { Responses: {}, UnprocessedKeys: {} },
  });
  expect(status).toBe(401);
  expect(seen).toHaveLength(1);
  expect(seen[0]?.authorization).toContain("Credential=AKIDEXAMPLE/");
  expect(seen[0]?.["x-amz-security-token"]).toBe("example-session");
});

it("keeps every part of the processor's SDK that shared/processor calls", () => {
  const folder = new URL("../../shared/processor/", import.meta.url);
  const source = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8"));
  const called = [...source.join("\n").matchAll(/\bstripe\.([\w.]+)\.\w+\(/g)].map(([, path]) => path);
  expect(called).toContain("paymentIntents");
  expect(called.filter((path = "") => !USED_STRIPE_RESOURCES.includes(path))).toEqual([]);
});

const fileOf = (path: string) => new URL(`../../node_modules/${path}`, import.meta.url);

it.each(Object.entries(CUTS))("there is still something to leave out: %s", (_, cut) => {
  expect(Object.keys(cut).filter((path) => !existsSync(fileOf(path)))).toEqual([]);
});

it("has no answer in which the SDK would look for big numbers", async () => {
  const original = fileOf("@smithy/core/dist-es/submodules/protocols/json/needsReviver.js");
  const { needsReviver } = await import(original.href);
  const schemas = Object.entries({ ...dynamodb, ...secretsManager, ...sqs }).filter(([name]) =>
    name.endsWith("$"),
  );
  expect(schemas.map(([name]) => name)).toContain("BatchGetItemOutput$");
  expect(schemas.filter(([, schema]) => needsReviver(schema))).toEqual([]);
});

const { "Stripe's unused parts": ofStripe = {} } = CUTS;

it("still finds the parts of the processor's SDK, and leaves out those that are not called", () => {
  expect(ofStripe["stripe/esm/resources/Invoices.js"]).toBe("export class InvoiceResource {}");
  expect(Object.keys(ofStripe)).not.toContain("stripe/esm/resources/Terminal/Readers.js");
  // The ways to them: stripe.issuing has no member that is called, stripe.terminal has.
  expect(Object.keys(ofStripe)).toContain("stripe/esm/resources/Issuing/index.js");
  expect(Object.keys(ofStripe)).not.toContain("stripe/esm/resources/Terminal/index.js");
});
