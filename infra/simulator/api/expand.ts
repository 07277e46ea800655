import { invalid } from "../http/api-error.ts";
import type { Kind } from "../storage/kinds.ts";
import type { ObjectTable } from "../storage/objects.ts";

const MAX_DEPTH = 4;

/** References that can be replaced by the object they name. */
const EXPANDABLE: Record<string, Kind | "any"> = {
  application_fee: "application_fee",
  balance_transaction: "balance_transaction",
  charge: "charge",
  customer: "customer",
  latest_charge: "charge",
  location: "terminal.location",
  payment_intent: "payment_intent",
  // Of a balance transaction: a charge, a refund, a dispute or a fee.
  source: "any",
};

type Level = Record<string, unknown>;

/** Replaces references by objects along dotted paths, as `expand[]=payment_intent.latest_charge` asks. */
export function expandAnswer(objects: ObjectTable, answer: object, paths: string[]): object {
  const expanded = structuredClone(answer) as Level;
  for (const path of paths) {
    const segments = path.split(".");
    if (segments.length > MAX_DEPTH) {
      throw cannotExpand(path, `at most ${MAX_DEPTH} levels`);
    }
    expandPath(objects, expanded, segments);
  }
  return expanded;
}

function expandPath(objects: ObjectTable, level: Level, segments: string[]): void {
  const [name, ...rest] = segments;
  if (name === undefined) {
    return;
  }
  if (name === "data" && Array.isArray(level.data)) {
    for (const element of level.data) {
      expandPath(objects, element as Level, rest);
    }
    return;
  }
  const kind = EXPANDABLE[name];
  if (kind === undefined || !(name in level)) {
    throw cannotExpand(name, "not a reference");
  }
  const reference = level[name];
  if (typeof reference === "string") {
    // The reference stands in an object the caller may see, so what it names may be seen as well.
    const found =
      kind === "any" ? objects.findById(reference) : objects.findAnywhere(kind, reference)?.object;
    level[name] = found ?? reference;
  }
  if (typeof level[name] === "object" && level[name] !== null) {
    expandPath(objects, level[name] as Level, rest);
  }
}

function cannotExpand(path: string, reason: string) {
  return invalid(`This property cannot be expanded (${path}): ${reason}.`, { param: "expand" });
}
