import { Duration } from "aws-cdk-lib";
import { counted } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

/** People in browsers: who sees what, by a link that only one of them should have. */
export const consoleAlarms = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "reused-codes",
    metric: counted(environment, "ReusedCodes", Duration.hours(1)),
    threshold: 1,
    whatToDo:
      "A link to a merchant's console was used twice. Its session was ended, and the second " +
      "user got nothing. The log has merchant and session: ask the merchant whether both were its own people.",
  },
];
