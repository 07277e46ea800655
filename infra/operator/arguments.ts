import { type Command, InvalidArgumentError } from "commander";
import { EVENT_NAMES, type EventType, isChoosable } from "../../shared/domain/events/event-types.ts";
import { Failure } from "../../shared/domain/failure.ts";

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** "90s", "30m", "24h", "7d" or "0", in seconds. */
export function parseDuration(text: string): number {
  const [, digits = "", unit = ""] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  const seconds = Number(digits) * (UNIT_SECONDS[unit] ?? 0);
  if (digits === "" || (unit === "" && Number(digits) !== 0)) {
    throw new InvalidArgumentError("It must be a number and a unit, such as 90s, 30m, 24h or 7d; or 0.");
  }
  return seconds;
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

/** How the ids begin that commands take, by the name of the argument or option. */
const ID_PREFIXES: Record<string, string> = {
  accountId: "acct_",
  eventId: "evt_",
  keyId: "key_",
  merchant: "mer_",
  merchantId: "mer_",
  payoutId: "po_",
  svcPaymentId: "svcpay_",
};

/** An id of the wrong kind is refused before anything is read, or a confirmation asked for. */
export function refuseOtherIds({ registeredArguments, processedArgs }: Command): void {
  for (const [index, given] of processedArgs.entries()) {
    const prefix = ID_PREFIXES[registeredArguments[index]?.name() ?? ""];
    if (prefix && typeof given === "string" && !given.startsWith(prefix))
      throw new Failure("invalid_request", `${given} is not an id of the form ${prefix}….`);
  }
}
