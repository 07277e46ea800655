import { invalid } from "../http/api-error.ts";
import type { Kind } from "../storage/kinds.ts";
import type { ObjectTable } from "../storage/objects.ts";

const MAX_DEPTH = 4;

const EXPANDABLE = new Map<string, Kind | "any">([
  ["application_fee", "application_fee"],
  ["balance_transaction", "balance_transaction"],
  ["charge", "charge"],
  ["customer", "customer"],
  ["failure_balance_transaction", "balance_transaction"],
  ["latest_charge", "charge"],
  ["location", "terminal.location"],
  ["payment_intent", "payment_intent"],
  // Of a balance transaction: a charge, a refund, a dispute or a fee.
  ["source", "any"],
]);

/** Parts of an object, which have no id: only what they refer to is expanded. A reader may have none of them. */
const PARTS = new Set(["action", "process_payment_intent"]);

/** Of a refund, and only after it has failed, as the SDK's types say. */
const AFTER_FAILURE = "failure_balance_transaction";

export const kindsIn = (paths: string[]): Kind[] =>
  paths
    .flatMap((path) => path.split("."))
    .flatMap((name) => EXPANDABLE.get(name) ?? [])
    .filter((kind) => kind !== "any");

type Level = Record<string, unknown>;

/** Replaces references by objects along dotted paths, as `expand[]=payment_intent.latest_charge` asks. */
export function expandAnswer(objects: ObjectTable, answer: object, paths: string[]): object {
  let expanded = answer as Level;
  for (const path of paths) {
    const segments = path.split(".");
    if (segments.length > MAX_DEPTH) throw cannotExpand(path, `at most ${MAX_DEPTH} levels`);
    expanded = expandPath(objects, expanded, segments);
  }
  return expanded;
}

/** The given object is not changed: its owner may still use it. */
function expandPath(objects: ObjectTable, level: Level, segments: string[]): Level {
  const [name, ...rest] = segments;
  if (name === undefined) return level;
  if (name === "data" && Array.isArray(level.data))
    return { ...level, data: level.data.map((element) => expandPath(objects, element as Level, rest)) };
  if (PARTS.has(name) && rest.length > 0) {
    const part = level[name];
    return part ? { ...level, [name]: expandPath(objects, part as Level, rest) } : level;
  }
  const kind = EXPANDABLE.get(name);
  if (name === AFTER_FAILURE && level.object === "refund" && !(name in level)) return level;
  if (kind === undefined || !(name in level)) throw cannotExpand(name, "not a reference");
  const found = resolveReference(objects, kind, level[name]);
  const isObject = typeof found === "object" && found !== null;
  return { ...level, [name]: isObject ? expandPath(objects, found as Level, rest) : found };
}

/** A reference in a visible object may be followed. */
function resolveReference(objects: ObjectTable, kind: Kind | "any", reference: unknown): unknown {
  if (typeof reference !== "string") return reference;
  const found = kind === "any" ? objects.findById(reference) : objects.findAnywhere(kind, reference)?.object;
  return found ?? reference;
}

function cannotExpand(path: string, reason: string) {
  return invalid(`This property cannot be expanded (${path}): ${reason}.`, { param: "expand" });
}
