import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanUp, SpawnedStack, temporaryFolder } from "../support/spawned-stack.ts";
import { CACHE, JUDGES, pythonPrograms, run } from "./toolchain.ts";
import type { Finding, Judge } from "./verdict.ts";

const FOLDER = "accounting";
const REQUIREMENTS = `${FOLDER}/requirements.txt`;
const DAY_SECONDS = 86_400;
const FILES = ["movements.csv", "payouts.csv", "balance.csv"] as const;

/**
 * A calendar month of a local stack in two currencies, as its files say it. A small importer, written from the guide for
 * finance alone, makes books of them, and two accounting programs hold the books against the statements to the cent.
 */
export const accounting: Judge = {
  title: "beancount and hledger close a month with our files",
  needs: ["python3", "hledger"],
  takesMinutes: true,
  planted: [
    { mistake: "a fee that is counted twice", finding: /^beancount: Balance failed for 'Assets:Processor'/ },
    { mistake: "a fee that is counted twice, for hledger", finding: /^hledger: .*assertion/ },
    {
      mistake: "a payout without one of its lines",
      finding: /^beancount: Balance failed for 'Equity:Payouts/,
    },
  ],
  async judge({ planted }) {
    const folder = join(CACHE, FOLDER);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const findings: Finding[] = [];
    try {
      findings.push(...(await liveMonth(folder)));
    } finally {
      await cleanUp();
    }
    if (planted) dropLine(join(folder, "payouts.csv"));
    const programs = await pythonPrograms(REQUIREMENTS);
    const importer = [join(JUDGES, FOLDER, "import_month.py"), folder, planted ? "fee twice" : "none"];
    const imported = await run(join(programs, "python"), importer);
    if (imported.status !== 0)
      return { ...DESCRIBED, count: 0, findings: [{ what: "import", detail: imported.stderr.slice(-500) }] };
    findings.push(...(await askBeancount(programs, folder)), ...(await askHledger(folder)));
    const [, assertions] = imported.stdout.trim().split(" ");
    return { ...DESCRIBED, count: Number(assertions), findings };
  },
};

const DESCRIBED = {
  tools: [
    `beancount ${/^beancount==(\S+)/m.exec(readFileSync(join(JUDGES, REQUIREMENTS), "utf8"))?.[1]}`,
    "hledger",
  ],
  judged: "balances of a month's books",
};

/** Sells through a month, from the first to the last, and saves its files. Answers whether the month was told, once. */
async function liveMonth(folder: string): Promise<Finding[]> {
  const stack = await SpawnedStack.start(temporaryFolder(), { env: { LOG_LEVEL: "WARN" } });
  const { demo, api } = stack;
  const control = async (path: string, body: object): Promise<void> => {
    const url = `${demo.processorUrl}/_simulator/${path}`;
    const answer = await fetch(url, { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  const sell = async (body: object, method = "pm_card_visa"): Promise<string> => {
    const created = await api.create(
      { orderRef: `order "${randomUUID().slice(0, 8)}"`, ...body },
      randomUUID(),
    );
    await stack.confirm(created, method);
    return String(created.json.svcPaymentId);
  };
  await control(`accounts/${demo.connectedAccountId}/settlement_currencies`, { currencies: ["eur"] });
  const start = new Date(await stack.now());
  const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
  const end = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 2, 1);
  // What is sold on the day before is the month's opening balance.
  await stack.letPass(Math.ceil((first - start.getTime()) / 1000 - DAY_SECONDS / 2));
  await sell({ amountCents: 12_345 });
  await sell({ amountCents: 2345, currency: "eur" });
  await stack.letPass(DAY_SECONDS);
  for (let nth = 0; (await stack.now()) < end; nth++) {
    await sell({ amountCents: 4999 + 37 * nth });
    const euros = await sell({ amountCents: 1999 + 11 * nth, currency: "eur" });
    if (nth % 3 === 0) await sell({ amountCents: 1234, currency: "gbp" });
    if (nth % 3 === 1) await api.refund(euros, { amountCents: 500 });
    if (nth % 4 === 1) await sell({ amountCents: 900 + nth }, "pm_card_createDispute");
    if (nth % 4 === 2)
      await control(`accounts/${demo.connectedAccountId}/balance`, {
        ...{ type: "stripe_fee", reporting_category: "fee", amount: -150 - nth },
      });
    if (nth === 5) {
      const { json } = await api.call("GET", "/v1/payouts");
      const [latest] = json as unknown as { payoutId: string }[];
      await control(`payouts/${latest?.payoutId}/fail`, { failure_code: "account_closed" });
    }
    await stack.letPass(3 * DAY_SECONDS);
  }
  await stack.letPass(DAY_SECONDS);
  const [from, to] = [first, end - 1].map((ms) => new Date(ms).toISOString().slice(0, 10));
  for (const name of FILES) {
    const { status, text } = await api.call("GET", `/v1/reports/${name}?from=${from}&to=${to}`);
    if (status !== 200) throw new Error(`${name}: ${status} ${text.slice(0, 300)}`);
    writeFileSync(join(folder, name), text);
  }
  const { json } = await api.call("GET", "/v1/events?type=report.ready");
  const told = json as unknown as { receivedAt: string }[];
  return told.filter(({ receivedAt }) => Date.parse(receivedAt) >= end).length === 1
    ? []
    : [{ what: "report.ready: once for the month", detail: JSON.stringify(told).slice(0, 500) }];
}

/** A sale of the last payout that has others: one without any line is of an account whose payouts are made by hand. */
function dropLine(file: string): void {
  const lines = readFileSync(file, "utf8").trimEnd().split("\r\n");
  const linesOf = (payoutId: string) => lines.filter((line) => line.startsWith(`${payoutId},`)).length - 1;
  const at = lines.findLastIndex(
    (line) => line.includes(",charge,") && linesOf(line.split(",")[0] ?? "") > 1,
  );
  writeFileSync(file, `${lines.toSpliced(at, 1).join("\r\n")}\r\n`);
}

async function askBeancount(programs: string, folder: string): Promise<Finding[]> {
  const { stderr, stdout } = await run(join(programs, "bean-check"), [join(folder, "month.beancount")]);
  return [...`${stdout}\n${stderr}`.matchAll(/^\S+:\d+:\s+(.*)$/gm)].map(([, said = ""]) => ({
    what: `beancount: ${
      said
        .split(":")
        .slice(0, said.startsWith("Balance") ? undefined : 1)
        .join(":")
        .split(": expected")[0]
    }`,
    detail: said,
  }));
}

/** It names the first mistake only. */
async function askHledger(folder: string): Promise<Finding[]> {
  const { status, stderr } = await run("hledger", ["-f", join(folder, "month.journal"), "check"]);
  if (status === 0) return [];
  const said = stderr.trim();
  return [
    {
      what: `hledger: ${/assertion/.test(said) ? "a balance assertion" : "the books"}`,
      detail: said.slice(0, 600),
    },
  ];
}
