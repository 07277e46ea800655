import { beats, counted, FIVE_MINUTES, measured } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

/** The sweep visits what is due every minute; a quarter of an hour behind means that it does not keep up. */
const LATE_SECONDS = 15 * 60;

/** What was begun and is not finished: the due list, and the sweep that walks it. */
export const openWorkAlarms = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "sweep-missing",
    page: "sweep",
    wakes: true,
    metric: beats(counted(environment, "Sweeps", FIVE_MINUTES)),
    threshold: 1,
    heartbeat: true,
    // One period may lie between two sweeps that were both in time.
    periods: 2,
    whatToDo:
      "The sweep has not finished for ten minutes: interrupted work is not resumed, and callbacks " +
      "that wait longer than 15 minutes are not sent. Check its schedule and its log.",
  },
  {
    name: "due-list-late",
    page: "sweep",
    wakes: true,
    metric: measured(environment, "OldestDueSeconds"),
    threshold: LATE_SECONDS,
    periods: 3,
    whatToDo:
      "The sweep runs, but an item on the due list is 15 minutes late: there is more work than it " +
      "can visit, or one kind of visit always fails. The operator's open-work list shows the items.",
  },
  {
    name: "unresolved-work",
    // Counted, not measured: how many there are stays up until they are settled, and would hide the next one.
    metric: counted(environment, "WorkGivenUp"),
    threshold: 1,
    whatToDo:
      "Eight visits or messages over days could not finish an item, and no more follow. It is " +
      "listed as unresolved. Check its payment or event, fix the cause, and visit it once more.",
  },
  {
    name: "unseen-accounts",
    metric: counted(environment, "UnseenAccounts"),
    threshold: 1,
    whatToDo:
      "The processor created a merchant's account more than a day ago, and its v1 API still does not show it. The " +
      "merchant cannot take payments. The log names the account: ask the processor's support.",
  },
];
