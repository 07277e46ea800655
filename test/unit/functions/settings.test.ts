import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it, vi } from "vitest";
import { tableAccessOf } from "../../../infra/ledger-access.ts";
import {
  FUNCTIONS,
  type FunctionSpec,
  PAGE_VARIABLES,
  QUEUE_VARIABLES,
  SECRET_VARIABLES,
} from "../../../infra/topology.ts";

/* A missing setting fails the deployment, and not a payment: a function asks for all of its own at cold start. */
const required = new Set<() => unknown>();
vi.doMock("../../../shared/runtime/config.ts", async (original) => ({
  ...(await original<object>()),
  requireSettings: (settings: (() => unknown)[]) => {
    for (const setting of settings) required.add(setting);
  },
}));
vi.doMock("../../../shared/lambda/page-endpoint.ts", () => ({
  pageEndpoint: vi.fn(),
  partEndpoint: vi.fn(),
}));
let served: string[] = [];
vi.doMock("../../../shared/lambda/serve.ts", async (original) => ({
  ...(await original<object>()),
  byRoute: (rows: [{ name: string }, unknown][]) => {
    served = rows.map(([{ name }]) => name);
  },
}));
afterAll(() => vi.unstubAllEnvs());

/** Those that it cannot do without: others have a default. */
const neededBy = ({ name, secrets, sends = [], consumes, fees, accounts }: FunctionSpec): string[] => [
  ...(tableAccessOf(name) === "none" ? [] : ["TABLE_NAME"]),
  ...secrets.map((name) => SECRET_VARIABLES[name]),
  ...[...sends, ...(consumes ? [consumes.queue] : [])].map((name) => QUEUE_VARIABLES[name]),
  ...(fees ? ["DEFAULT_FEE_POLICY"] : []),
  ...(accounts ? ["ACCOUNTS_API"] : []),
];

const variablesOf = (setting: () => unknown): string[] => {
  try {
    setting();
    return [];
  } catch (error) {
    return String(error).split(": ").at(-1)?.split(", ") ?? [];
  }
};

it.each(FUNCTIONS.map((spec) => [spec.name, spec] as const))(
  "%s asks for what it is given, and serves what it is to serve",
  async (_, spec) => {
    required.clear();
    served = [];
    vi.stubEnv("ENVIRONMENT", "test");
    vi.stubEnv("CONSOLE_TYPED_ABOVE", "{}");
    for (const name of Object.values(PAGE_VARIABLES)) vi.stubEnv(name, "page");
    await import(pathToFileURL(join(import.meta.dirname, "../../..", spec.entry)).href);
    vi.unstubAllEnvs();
    for (const name of neededBy(spec)) vi.stubEnv(name, undefined);
    const asked = [...required].flatMap(variablesOf);
    expect(neededBy(spec).filter((name) => !asked.includes(name))).toEqual([]);
    if (served.length > 0)
      expect(served.toSorted()).toEqual(spec.operations?.map(({ name }) => name).toSorted());
  },
);
