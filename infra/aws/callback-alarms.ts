import { Duration } from "aws-cdk-lib";
import { isParked, MAX_ATTEMPTS, waitSeconds } from "../../shared/domain/events/callback-schedule.ts";
import { counted, FIVE_MINUTES, failuresOf, percentage } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

/**
 * A queue stops at 120 000, for all merchants. Waits of up to 15 minutes count as being in flight, longer ones are
 * parked: the number follows the rate of failing events (630 for each one a second), and a sixth is 32 a second.
 */
const IN_FLIGHT_LIMIT = 20_000;

/**
 * The waits that a message spends in the queue, each at its slowest: with all of its jitter, and as long as a receiver
 * may ask for. Longer ones are parked, and end the message. Three quarters of an hour more are for a redelivery's delay and the
 * attempts themselves.
 */
const QUEUED_SECONDS = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) =>
  waitSeconds(index + 1, { jitter: 1 }, Number.MAX_SAFE_INTEGER),
)
  .filter((seconds) => !isParked(seconds * 1000))
  .reduce((sum, seconds) => sum + seconds, 0);
const OLDEST_SECONDS = QUEUED_SECONDS + 45 * 60;

/** Due and not taken: those that wait out a backoff are not visible. More than a busy minute leaves behind. */
const BACKLOG_MESSAGES = 1000;

/** Half of everything that is sent: rather our side than a merchant's. Fewer than twenty attempts say nothing. */
const FAILING_PERCENT = 50;
const TELLING_ATTEMPTS = 20;

/** Us → merchants: what is given up, what waits, what is sent. */
export const callbackAlarms = (watched: Watched): AlarmSpec[] => [
  ...givenUp(watched),
  ...waiting(watched),
  ...sending(watched),
];

const givenUp = ({ environment, queues }: Watched): AlarmSpec[] => [
  {
    name: "dead-letters",
    // Counted, not measured: the queue's level stays up until it is emptied, and would hide the second merchant.
    metric: counted(environment, "DeadLetters", Duration.minutes(1)),
    threshold: 1,
    whatToDo:
      "An event was given up after eight attempts. Look at the event's attempts in the ledger, tell the merchant, and " +
      "send it again when its endpoint works.",
  },
  {
    name: "endpoint-outage",
    // Once, with the first event that dies while none of its merchant's is dead, however many follow.
    metric: counted(environment, "EndpointOutages"),
    threshold: 1,
    whatToDo:
      "A merchant's endpoint has been down for a day: its first event was given up, and all that wait will follow. Tell " +
      "the merchant, or disable its endpoint; when it works again, send what is dead.",
  },
  {
    name: "dead-letter-queue",
    metric: queues["dead-letters"].metricApproximateNumberOfMessagesVisible({
      period: FIVE_MINUTES,
      statistic: "Maximum",
    }),
    threshold: 1,
    whatToDo:
      "Something lies in the dead-letter queue. If the alarm dead-letters did not ring with it, a message crashed its " +
      "function until the queue's fuse took it out: its log says why. The queue forgets after fourteen days.",
  },
];

const waiting = ({ queues }: Watched): AlarmSpec[] => [
  {
    name: "oldest-callback",
    metric: queues.callbacks.metricApproximateAgeOfOldestMessage({
      period: FIVE_MINUTES,
      statistic: "Maximum",
    }),
    threshold: OLDEST_SECONDS,
    whatToDo:
      "A message is older than all that it could wait for, so nothing receives it; after four days the queue drops it. " +
      "See that the event source mapping is enabled and what the delivery function logs; the ledger has every event.",
  },
  {
    // The age has to allow for backoffs; this one notices within a quarter of an hour that delivery stands.
    name: "callback-backlog",
    metric: queues.callbacks.metricApproximateNumberOfMessagesVisible({
      period: FIVE_MINUTES,
      statistic: "Minimum",
    }),
    threshold: BACKLOG_MESSAGES,
    periods: 3,
    whatToDo:
      "Callbacks are due faster than they are sent. See whether the event source mapping is enabled and the delivery " +
      "function throttled; if it merely is a busy day, raise its maximum concurrency in infra/topology.ts.",
  },
  {
    name: "callbacks-in-flight",
    metric: queues.callbacks.metricApproximateNumberOfMessagesNotVisible({
      period: FIVE_MINUTES,
      statistic: "Maximum",
    }),
    threshold: IN_FLIGHT_LIMIT,
    whatToDo:
      "Messages that wait for their next attempt fill the queue: at 120 000 it hands out no more. Find the merchants " +
      "whose endpoints fail (delivery logs, merchantId) and disable those endpoints; their events are held, not lost.",
  },
];

const sending = ({ environment, functions }: Watched): AlarmSpec[] => [
  {
    name: "delivery-failures",
    metric: percentage(counted(environment, "DeliveryFailures"), counted(environment, "DeliveryAttempts"), {
      least: TELLING_ATTEMPTS,
    }),
    threshold: FAILING_PERCENT,
    periods: 3,
    whatToDo:
      "Half of all callbacks fail. If the attempts in the ledger fail alike for many merchants, look at our side " +
      "(DNS, egress, certificates, the callback key); if they are one merchant's, ask it, or disable its endpoint.",
  },
  {
    name: "delivery-errors",
    metric: failuresOf(functions, "delivery"),
    threshold: 1,
    whatToDo:
      "The delivery function crashed or ran out of time. Its messages come back by themselves, up to 24 times; read " +
      "the function's log for the reason before they become dead letters.",
  },
];
