import "../hooks.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { alarmsIn, ringingsOf, type Template } from "./alarms.ts";

/* `npm run rehearse -- night`: which alarms of a template ring in three incidents, in which order, and what to do first. */

process.env.METRICS = "on";
const { values } = parseArgs({ options: { template: { type: "string" } } });
if (values.template === undefined) throw new Error("--template is missing.");
const alarms = alarmsIn(JSON.parse(readFileSync(values.template, "utf8")) as Template);
const { loadService } = await import("../simulate-seed.ts");
await loadService();
const { playIncidents } = await import("./incidents.ts");
const incidents = await playIncidents();

const RUNBOOKS = join(import.meta.dirname, "../../../infra/runbooks");

/** What the page says first. */
function firstLineOf(page: string): string {
  const text = readFileSync(join(RUNBOOKS, `${page}.md`), "utf8").replaceAll("\n", " ");
  return /\*\*What it means\.\*\* (.+?\.)(?: |$)/.exec(text)?.[1] ?? "";
}

const rung = new Set<string>();
for (const { name, metrics, beganAtMs } of incidents) {
  console.log(`\n${name}`);
  for (const { alarm, atMs } of ringingsOf(alarms, metrics)) {
    rung.add(alarm.name);
    const minutes = String(Math.round((atMs - beganAtMs) / 60_000)).padStart(4);
    console.log(
      `${minutes} min  ${alarm.wakes ? "wakes " : "ticket"}  ${alarm.name}: ${firstLineOf(alarm.page)}`,
    );
  }
}
const silent = alarms.map(({ name }) => name).filter((name) => !rung.has(name));
console.log(
  `\nIn none of these: ${silent.join(", ")}. test/template/night.test.ts rings each of them by its own metrics.`,
);
