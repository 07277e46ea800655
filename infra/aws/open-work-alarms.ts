import { counted, FIVE_MINUTES, measured } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

/** The sweep visits what is due every minute; a quarter of an hour behind means that it does not keep up. */
const LATE_SECONDS = 15 * 60;

/** What was begun and is not finished: the due list, and the sweep that walks it. */
export const openWorkAlarms = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "sweep-missing",
    metric: counted(environment, "Sweeps", FIVE_MINUTES),
    threshold: 1,
    heartbeat: true,
    // One period may lie between two sweeps that were both in time.
    periods: 2,
    whatToDo:
      "The sweep has not run to its end for ten minutes: what was left half-done is visited by nobody, and callbacks " +
      "that wait for longer than a quarter of an hour are not sent. See its schedule and its log.",
  },
  {
    name: "due-list-late",
    metric: measured(environment, "OldestDueSeconds"),
    threshold: LATE_SECONDS,
    periods: 3,
    whatToDo:
      "The sweep runs, but something on the due list has been due for a quarter of an hour: more is left open than it " +
      "can visit, or one kind of visit fails each time. The operator's list of open work names what waits.",
  },
  {
    name: "unresolved-work",
    // Counted, not measured: how many there are stays up until they are settled, and would hide the next one.
    metric: counted(environment, "WorkGivenUp"),
    threshold: 1,
    whatToDo:
      "Something was visited eight times over days and is still open: nobody will look at it again by itself. It is " +
      "listed as unresolved; look at its payment or event, put it right, and visit it once more.",
  },
];
