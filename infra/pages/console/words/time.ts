import { serviceNowMs } from "../api/service-clock.ts";
import { counted } from "./counted.ts";

/** How much of a moment is said: all of it, as much as a list has room for, or what differs within a day. */
export type Detail = "full" | "brief" | "clock" | "hour";

const BRIEF: Intl.DateTimeFormatOptions = {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
};

const FORMATS = {
  full: { dateStyle: "medium", timeStyle: "medium" },
  brief: BRIEF,
  briefWithYear: { ...BRIEF, year: "numeric" },
  clock: { timeStyle: "medium" },
  hour: { timeStyle: "short" },
  shortMonth: { month: "short", year: "numeric" },
  month: { month: "long", year: "numeric" },
  day: { weekday: "short", year: "numeric", month: "short", day: "numeric" },
  date: { month: "short", day: "numeric" },
  weekday: { weekday: "short" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Made when it is first used: each takes the browser a while. */
const made = new Map<string, Intl.DateTimeFormat>();

function formatOf(name: keyof typeof FORMATS, inUtc: boolean): Intl.DateTimeFormat {
  const key = `${name} ${inUtc}`;
  const format =
    made.get(key) ??
    new Intl.DateTimeFormat(undefined, { ...FORMATS[name], ...(inUtc && { timeZone: "UTC" }) });
  made.set(key, format);
  return format;
}

/** Such as Europe/Berlin. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** For people: in their own time, or in UTC with its name. What is no time is left as it is. */
export function timeText(iso: string, inUtc: boolean, detail: Detail = "full"): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const format = detail === "brief" && !isOfThisYear(time, inUtc) ? "briefWithYear" : detail;
  // What belongs to the hour stays on its line.
  return (formatOf(format, inUtc).format(time) + (inUtc ? " UTC" : "")).replace(/ ([AP]M|UTC)/g, "\u00a0$1");
}

function isOfThisYear(time: Date, inUtc: boolean): boolean {
  const now = new Date(serviceNowMs());
  return inUtc ? time.getUTCFullYear() === now.getUTCFullYear() : time.getFullYear() === now.getFullYear();
}

/** Whether two moments fall on the same day: of the reader's, or of UTC. */
export const isSameDay = (one: string, other: string, inUtc: boolean): boolean =>
  dayOf(one, inUtc) === dayOf(other, inUtc);

/** What is no time is no error either, but a day of its own. */
const dayOf = (iso: string, inUtc: boolean): string =>
  inUtc ? new Date(iso).toUTCString().slice(0, "Wed, 01 Jul 2026".length) : new Date(iso).toDateString();

/** A day of a statement, which is a day of UTC. */
export const dayText = (date: string): string => dateText(date, "day");

/** Of a month such as 2026-07. */
export const monthText = (month: string): string => dateText(month, "month");

/** The columns of a chart; below them, a week's days by their names. */
export const daysOf = (all: readonly { date: string }[]) => ({
  labels: all.map(({ date }) => dayText(date)),
  ticks: all.map(({ date }) => dateText(date, all.length < 9 ? "weekday" : "date")),
});

/** A date without a time is one of UTC. */
export function dateText(date: string, format: keyof typeof FORMATS = "date", inUtc = true): string {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? "?" : formatOf(format, inUtc).format(time);
}

const STEPS = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1_000 },
] as const;

/** "3 minutes": the largest unit that fits, whole, and never more than there is. Below a second nothing is worth saying. */
export function durationText(milliseconds: number): string | undefined {
  const step = STEPS.find(({ ms }) => milliseconds >= ms);
  if (!step) return undefined;
  return counted(Math.floor(milliseconds / step.ms), step.unit);
}

/** What is left of a right: "8 h", "14 min". */
export function leftText(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / 60_000));
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

export const tookText = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;

/** So much later; what is no time is left as it is. */
export function timeAfter(iso: string, milliseconds: number): string {
  const time = new Date(Date.parse(iso) + milliseconds);
  return Number.isNaN(time.getTime()) ? iso : time.toISOString();
}

/** What a field of type datetime-local holds, which has no zone: the reader's, or UTC where times are shown in it. */
export function fieldValue(iso: string | undefined, inUtc: boolean): string {
  if (iso === undefined) return "";
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "";
  const shown = new Date(time.getTime() - (inUtc ? 0 : time.getTimezoneOffset() * 60_000));
  return shown.toISOString().slice(0, 16);
}

/** Empty for what is no time, such as one of the year 12026. */
export function fieldTime(value: string, inUtc: boolean): string {
  const time = new Date(value + (inUtc ? "Z" : ""));
  return Number.isNaN(time.getTime()) ? "" : time.toISOString();
}
