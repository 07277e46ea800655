import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bundle, bundleFunctions } from "../../infra/aws/bundle/bundle-functions.ts";
import { CUTS, type Cuts } from "../../infra/aws/bundle/cuts.ts";
import { CallbackReceiver } from "../support/callback-receiver.ts";
import { LocalService } from "../support/local-service.ts";
import { type Bench, columns, hold, median } from "./report.ts";
import { type WarmFunction, warmRequests } from "./warm/requests.ts";
import { REQUESTS, takeWarmSample } from "./warm/sample.ts";

const FEWEST_ROUNDS = 5;

/** Ours, and the same calls made with the SDKs alone. Both are bundled alike, with the same cuts. */
const ENTRIES: Record<WarmFunction, { ours: string; bare: string }> = {
  create: { ours: "functions/payments/create-payment.ts", bare: "test/bench/cold/bare/create.ts" },
  retrieve: { ours: "functions/payments/get-payment.ts", bare: "test/bench/cold/bare/retrieve.ts" },
  webhook: { ours: "functions/webhook.ts", bare: "test/bench/warm/bare/webhook.ts" },
  delivery: { ours: "functions/delivery.ts", bare: "test/bench/warm/bare/delivery.ts" },
};

/** What was reached, and 5 % more. The aim for create is 1.10. */
const LIMITS: Record<WarmFunction, number> = { create: 1.2, retrieve: 1.14, webhook: 1.26, delivery: 1.32 };

/** A number behind the name asks for more rounds, a name for one function: `npm run bench -- cpu 9 create`. */
export const warmCpu: Bench = {
  title: "CPU milliseconds per request of a warm function, ours ÷ the same calls made bare",
  takesMinutes: true,
  measure: async (wanted = "", only = "") => {
    const rounds = Math.max(FEWEST_ROUNDS, Number(wanted) || 0);
    const names = (Object.keys(ENTRIES) as WarmFunction[]).filter((name) => only === "" || name === only);
    const workspace = mkdtempSync(join(tmpdir(), "payments-cpu-"));
    const service = await LocalService.start({ muted: true, wireless: true });
    const receiver = await CallbackReceiver.start();
    await service.pointCallbacks(receiver.url);
    process.env.BENCH_MERCHANT_ID = service.stack.demo.merchantId;
    process.env.BENCH_WEBHOOK_SECRET = service.stack.demo.webhookSecret;
    try {
      const rows: Record<string, string[]> = { function: ["ours", "bare", "ours ÷ bare", "held to"] };
      for (const name of names) rows[name] = await compare(service, name, { rounds, workspace });
      return [`${rounds} interleaved rounds, the median of each round's ratio`, "", ...columns(rows)];
    } finally {
      receiver.stop();
      await service.stop();
      rmSync(workspace, { recursive: true, force: true });
    }
  },
};

type Setting = { rounds: number; workspace: string };

async function compare(
  service: LocalService,
  name: WarmFunction,
  { rounds, workspace }: Setting,
): Promise<string[]> {
  const make = (await warmRequests(service))[name];
  const ours = await build(ENTRIES[name].ours, join(workspace, name, "ours"), CUTS);
  const bare = await build(ENTRIES[name].bare, join(workspace, name, "bare"), CUTS);
  const taken: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await takeWarmSample(round % 2 ? ours : bare, await make(REQUESTS));
    const second = await takeWarmSample(round % 2 ? bare : ours, await make(REQUESTS));
    taken.push(round % 2 ? { ours: first, bare: second } : { ours: second, bare: first });
  }
  const ratio = median(taken.map((round) => round.ours / round.bare));
  return [
    median(taken.map((round) => round.ours)).toFixed(2),
    median(taken.map((round) => round.bare)).toFixed(2),
    ratio.toFixed(2),
    hold(ratio, LIMITS[name]),
  ];
}

async function build(entry: string, directory: string, cuts: Cuts): Promise<Bundle> {
  const [bundle] = (await bundleFunctions([{ name: "bench", entry }], directory, cuts)).values();
  if (!bundle) throw new Error(`${entry} was not bundled.`);
  return bundle;
}
