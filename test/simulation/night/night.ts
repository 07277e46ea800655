import "../hooks.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { alarmsIn, type NightAlarm, ringingsOf, type Template } from "./alarms.ts";

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

/** What the page says first: of the alarm, where several share a page. */
function firstLineOf({ name, page }: NightAlarm): string {
  const lines = readFileSync(join(RUNBOOKS, `${page}.md`), "utf8");
  const [, row] = new RegExp(`^\\| \`${name}\` \\| (.+) \\|$`, "m").exec(lines) ?? [];
  const text = lines.replaceAll("\n", " ");
  return row ?? /\*\*What it means\.\*\* (.+?\.)(?: |$)/.exec(text)?.[1] ?? "";
}

const rung = new Set<string>();
for (const { name, metrics, beganAtMs } of incidents) {
  console.log(`\n${name}`);
  for (const { alarm, atMs } of ringingsOf(alarms, metrics)) {
    rung.add(alarm.name);
    const minutes = String(Math.round((atMs - beganAtMs) / 60_000)).padStart(4);
    console.log(`${minutes} min  ${alarm.wakes ? "wakes " : "ticket"}  ${alarm.name}: ${firstLineOf(alarm)}`);
  }
}

const TESTS = join(import.meta.dirname, "../..");
const texts = ["unit", "integration", "simulation"].flatMap((folder) =>
  readdirSync(join(TESTS, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("night"))
    .map((file) => readFileSync(join(TESTS, folder, file), "utf8")),
);
/** A test makes a function count it. Silence rings a heartbeat, and AWS's own metrics are AWS's affair. */
const isTested = ({ metrics, isHeartbeat }: NightAlarm) =>
  !isHeartbeat &&
  metrics.some(({ key }) => {
    const [namespace, name] = key.split(" ");
    return namespace === "Payments" && texts.some((text) => new RegExp(`["'.]${name}\\b`).test(text));
  });
const silent = alarms.filter(({ name }) => !rung.has(name));
const say = (title: string, some: NightAlarm[]) =>
  console.log(`\n${title}: ${some.map(({ name }) => name).join(", ")}`);
say("In no incident, but counted by a function in a test", silent.filter(isTested));
say(
  "Rung only by numbers that test/template/night.test.ts makes up",
  silent.filter((alarm) => !isTested(alarm)),
);
