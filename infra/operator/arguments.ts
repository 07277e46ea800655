import { type Command, InvalidArgumentError } from "commander";
import { EVENT_NAMES, type EventType, isChoosable } from "../../shared/domain/events/event-types.ts";
import { Failure } from "../../shared/domain/failure.ts";

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

export const isDuration = (text: string): boolean => /^(0|\d{1,9}[smhd])$/.test(text);

/** "90s", "30m", "24h", "7d" or "0", in seconds. */
export function parseDuration(text: string): number {
  if (!isDuration(text))
    throw new InvalidArgumentError("It must be a number and a unit, such as 90s, 30m, 24h or 7d.");
  return Number.parseInt(text, 10) * (UNIT_SECONDS[text.slice(-1)] ?? 0);
}

export function parseWhole(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

export function parseLimit(text: string): number {
  const limit = parseWhole(text);
  if (limit < 1 || limit > 1000) throw new InvalidArgumentError("It must be from 1 to 1000.");
  return limit;
}

/** What is shown in terminals later must not be able to steer them. */
export const isPlainText = (text: string): boolean => text.length <= 100 && /^(?!\s)[^\p{C}]+$/u.test(text);

export function parsePlainText(text: string): string {
  if (isPlainText(text)) return text;
  throw new InvalidArgumentError("It must be 1 to 100 printable characters.");
}

/** null: those that are on by default. */
export function parseEvents(text: string): EventType[] | null {
  if (text === "default") return null;
  if (text === "none") return [];
  const names = text.split(",").map((name) => name.trim());
  const known = names.filter(isChoosable);
  if (known.length === names.length) return known;
  throw new InvalidArgumentError(`It must be default, none, or some of ${EVENT_NAMES.join(", ")}.`);
}

type IdKind = { form: RegExp; called: string };

const idKind = (name: string, prefix: string): IdKind => ({
  form: new RegExp(`^${prefix}\\w{1,250}$`),
  called: `${name} ID (${prefix}…)`,
});

/** The ids that commands take, by the name of the argument or of the option's value. No key of the table is longer. */
const ID_KINDS: Record<string, IdKind> = {
  accountId: idKind("an account", "acct_"),
  attentionId: idKind("an attention", "att_"),
  encryptionKeyId: { form: /^\d+$/, called: "an encryption key ID (a number, as in `secrets keys`)" },
  endpointId: idKind("an endpoint", "ep_"),
  eventId: idKind("an event", "evt_"),
  id: { form: /^.{1,600}$/, called: "an ID as in `open-work list`" },
  keyId: idKind("a key", "key_"),
  merchantId: idKind("a merchant", "mer_"),
  payoutId: idKind("a payout", "po_"),
  svcPaymentId: idKind("a payment", "svcpay_"),
};

/** An id of the wrong kind is rejected before anything is read, or a confirmation asked for. */
export function rejectOtherIds(command: Command): void {
  const { registeredArguments, processedArgs, options } = command;
  for (const [index, argument] of registeredArguments.entries())
    rejectOtherId(argument.name(), processedArgs[index]);
  for (const option of options)
    rejectOtherId(/<(\w+)>/.exec(option.flags)?.[1] ?? "", command.opts()[option.attributeName()]);
}

/** `all`: some options take it for every endpoint. */
function rejectOtherId(name: string, given: unknown): void {
  const kind = Object.hasOwn(ID_KINDS, name) ? ID_KINDS[name] : undefined;
  if (kind && typeof given === "string" && given !== "all" && !kind.form.test(given))
    throw new Failure("invalid_request", `${given} is not ${kind.called}.`);
}
