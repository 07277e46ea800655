import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Passing } from "./faulty-wire.ts";

/** What an update of the ledger does, by attribute: what it sets it to, and the text where that is computed. */
export type SeenUpdate = { pk: string; set: Record<string, unknown>; remove: string[]; condition: string };

/**
 * Reads an UpdateItem on its way. The names and values that its expressions refer to are put in their place, so a test
 * knows a write by its attributes and not by what its placeholders are called. undefined: it is another operation.
 */
export function seenUpdate({ target, body }: Passing): SeenUpdate | undefined {
  if (target !== "UpdateItem") return undefined;
  const request = JSON.parse(body);
  const names: Record<string, string> = request.ExpressionAttributeNames ?? {};
  const values = unmarshall(request.ExpressionAttributeValues ?? {});
  const named = (text: string) => text.replace(/#\w+/g, (name) => names[name] ?? name);
  const [, set = "", remove = ""] =
    /^(?:SET (.*?))?(?: ?\bREMOVE (.*?))?(?: ?\bADD .*)?$/s.exec(named(request.UpdateExpression)) ?? [];
  const sets = set
    .split(/, (?=[\w.]+ = )/)
    .filter(Boolean)
    .map((part) => {
      const [, attribute = "", text = ""] = /^([\w.]+) = (.*)$/s.exec(part) ?? [];
      return [attribute, text in values ? values[text] : text];
    });
  return {
    pk: request.Key.pk.S,
    set: Object.fromEntries(sets),
    remove: remove.split(", ").filter(Boolean),
    condition: named(request.ConditionExpression ?? "").replace(/:\w+/g, (name) => String(values[name])),
  };
}
