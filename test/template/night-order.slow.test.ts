import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { templateOf } from "./support/templates.ts";

const NIGHT = join(import.meta.dirname, "../simulation/night/night.ts");

/* Whoever is on call hears these, in this order. A change of an alarm or a flow that changes a night is seen here. */
it("rings in three incidents in this order, and names what rings only by made-up numbers", async () => {
  const template = join(mkdtempSync(join(tmpdir(), "payments-night-")), "prod.template.json");
  writeFileSync(template, JSON.stringify(templateOf("prod").toJSON()));
  const { stdout } = await promisify(execFile)(process.execPath, [NIGHT, "--template", template]);
  const told = stdout.trim().split("\n");
  const heard = told
    .filter((line) => line !== "")
    .map((line) => line.replace(/^ *(\d+) min {2}(wakes|ticket) +([a-z-]+):.*$/, "$1 $2 $3"));
  expect(heard.slice(0, -2)).toEqual([
    "the processor is down for 40 minutes",
    "15 wakes outage",
    "15 wakes server-errors",
    "15 wakes slow-creates",
    "105 ticket missed-events",
    "one endpoint hangs, and 50,000 events are for it",
    "5 wakes callbacks-in-flight",
    "15 ticket delivery-failures",
    "the due list's index is throttled for 40 minutes",
    "5 ticket sweep-errors",
    "10 wakes table-throttles",
    "15 wakes server-errors",
    "15 wakes sweep-missing",
  ]);
  expect(told.at(-1)?.split(": ")[1]?.split(", ")).toEqual([
    "rejected-creates",
    "webhook-errors",
    "dead-letter-queue",
    "oldest-callback",
    "callback-backlog",
    "delivery-errors",
    "pulls-missing",
    "reconciliation-dead-letters",
    "statements-missing",
    "throttles",
    "concurrency",
    "missed-events-errors",
    "daily-statements-errors",
  ]);
  // Each says first what it means.
  for (const line of told.filter((one) => / min {2}/.test(one))) expect(line).toMatch(/: \S.+\.$/);
});
