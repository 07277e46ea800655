import { Duration } from "aws-cdk-lib";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

const OLDEST_MINUTES = 60;

export const platformAlarms = ({ platform }: Watched): AlarmSpec[] =>
  platform
    ? [
        {
          name: "platform-events",
          metric: platform.queue.metricApproximateAgeOfOldestMessage({
            period: Duration.minutes(5),
            statistic: "Maximum",
          }),
          threshold: OLDEST_MINUTES * 60,
          whatToDo:
            "The platform's own consumer has left an event for an hour. Merchants' callbacks are not affected. Check the " +
            "consumer and the queue's dead letters.",
        },
      ]
    : [];
