import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ProblemType } from "../../../shared/contract/problem.ts";
import { getProblem } from "../../../shared/contract/reference.ts";
import { FAILURES, type FailureCode } from "../../../shared/domain/failure.ts";
import { PROBLEM_PAGE_STYLE } from "../../../shared/views/problem-type.ts";
import { expectProblem } from "../../support/expect-problem.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

const codes = Object.keys(FAILURES) as FailureCode[];
const get = (code: string, accept?: string) =>
  service.api.call("GET", `/problems/${code}`, undefined, accept ? { headers: { Accept: accept } } : {});

describe.each(codes)("the kind of problem %s", (code) => {
  it("says what it means, what to do and whether to retry, to a program", async () => {
    const reply = await get(code);
    expect(reply.status).toBe(200);
    expect(ProblemType.safeParse(reply.json).error).toBeUndefined();
    expect(reply.json).toMatchObject(FAILURES[code]);
    expect(reply.json.type).toBe(`${service.api.baseUrl}/problems/${code}`);
  });
});

describe("the index of problems", () => {
  it("explains every kind to a program, by status", async () => {
    const { json } = await service.api.call("GET", "/problems");
    const types = json as unknown as { type: string; title: string; status: number }[];
    expect(types.map(({ title }) => title).sort()).toEqual(codes.map((code) => FAILURES[code].title).sort());
    const statuses = types.map(({ status }) => status);
    expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
  });

  it("leads a person to the page of each, in a style that its policy allows", async () => {
    const both = { headers: { Accept: "application/json, text/html" } };
    const document = await service.api.call("GET", "/problems", undefined, both);
    expect(document.headers.get("content-type")).toBe("application/json");
    const reply = await service.api.call("GET", "/problems", undefined, { headers: { Accept: "text/html" } });
    const links = [...reply.text.matchAll(/<a href="\/problems\/([a-z_]+)">/g)].map(([, code]) => code);
    expect(links.sort()).toEqual(codes.toSorted());
    const style = /<style>([\s\S]*)<\/style>/.exec(reply.text)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(reply.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
  });

  it("wears the console's colors", () => {
    const tokens = readFileSync(
      new URL("../../../infra/pages/console/style/tokens.css", import.meta.url),
      "utf8",
    );
    const colors = [...PROBLEM_PAGE_STYLE.matchAll(/--[a-z]+: light-dark\([^)]*\);/g)].map(([line]) => line);
    expect(colors.length).toBeGreaterThan(4);
    expect(colors.filter((line) => !tokens.includes(line))).toEqual([]);
  });
});

it("is where a problem's own type leads", async () => {
  const rejected = await service.api.create({ amountCents: 1 }, "too-small");
  const reply = await fetch(String(rejected.json.type));
  expect(await reply.json()).toMatchObject({ title: rejected.json.title, status: rejected.status });
});

it("is as the contract's own example shows it", async () => {
  const { example } = getProblem.answers[200];
  const type = `${service.api.baseUrl}/problems/${example.code}`;
  expect((await get(example.code)).json).toEqual({ ...example, type });
});

it("needs no key", async () => {
  const reply = await fetch(`${service.api.baseUrl}/problems/not_found`);
  expect(reply.status).toBe(200);
});

it.each(["something_else", "in-progress", "In_Progress", "constructor", "%2e%2e", "<script>", "__proto__"])(
  "does not know %s, to a program or a person",
  async (text) => {
    expectProblem(await get(encodeURIComponent(text)), 404, "Not found");
    expectProblem(await get(encodeURIComponent(text), "text/html"), 404, "Not found");
  },
);

it("the contract itself is the one answer that other origins' pages may read", async () => {
  const contract = await service.api.call("GET", "/v1/openapi.json");
  expect(contract.headers.get("access-control-allow-origin")).toBe("*");
  for (const path of ["/problems/not_found", "/v1/docs", "/v1/payments", "/v1/nothing"]) {
    const reply = await service.api.call("GET", path);
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
  }
});

const switchAccountsV1 = (accountsV1: boolean) =>
  fetch(`${service.stack.processorUrl}/_simulator/switches`, {
    method: "POST",
    body: JSON.stringify({ accountsV1 }),
  });

it("without accounts v1 at the processor no account is made, and the answer says whose rejection it is", async () => {
  const api = await service.otherMerchant("none");
  expect((await switchAccountsV1(false)).status).toBe(200);
  expectProblem(await api.call("POST", "/v1/onboarding/account", {}), 422, "Processor rejected request");
  await switchAccountsV1(true);
  expect((await api.call("POST", "/v1/onboarding/account", {})).status).toBe(201);
});
