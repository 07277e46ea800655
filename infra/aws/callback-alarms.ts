import { Duration } from "aws-cdk-lib";
import { isParked, MAX_ATTEMPTS, waitSeconds } from "../../shared/domain/events/callback-delivery.ts";
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
      "Eight attempts to deliver an event failed. Check the attempts in the ledger, inform the merchant, and " +
      "redeliver it when the endpoint works.",
  },
  {
    name: "endpoint-outage",
    page: "dead-letters",
    // Once, with the first event that dies while none of its merchant's is dead, however many follow.
    metric: counted(environment, "EndpointOutages"),
    threshold: 1,
    whatToDo:
      "A merchant's endpoint has been down for a day: its first event is dead, and pending events will follow. Inform " +
      "the merchant, or disable the endpoint. When it works again, redeliver the dead events.",
  },
  {
    name: "dead-letter-queue",
    page: "dead-letters",
    metric: queues["dead-letters"].metricApproximateNumberOfMessagesVisible({
      period: FIVE_MINUTES,
      statistic: "Maximum",
    }),
    threshold: 1,
    whatToDo:
      "The dead-letter queue is not empty. If the alarm dead-letters did not fire with it, a message crashed its " +
      "function until the queue removed it: the log has the reason. The queue keeps messages for 14 days.",
  },
];

const waiting = ({ queues }: Watched): AlarmSpec[] => [
  {
    name: "oldest-callback",
    page: "callbacks-late",
    wakes: true,
    metric: queues.callbacks.metricApproximateAgeOfOldestMessage({
      period: FIVE_MINUTES,
      statistic: "Maximum",
    }),
    threshold: OLDEST_SECONDS,
    whatToDo:
      "A message is older than any wait, so no function receives it. The queue drops it after four days. " +
      "Check the event source mapping and the delivery function's log. The ledger has every event.",
  },
  {
    // The age has to allow for backoffs; this one notices within a quarter of an hour that delivery stands.
    name: "callback-backlog",
    page: "callbacks-late",
    wakes: true,
    metric: queues.callbacks.metricApproximateNumberOfMessagesVisible({
      period: FIVE_MINUTES,
      statistic: "Minimum",
    }),
    threshold: BACKLOG_MESSAGES,
    periods: 3,
    whatToDo:
      "Callbacks are due faster than they are sent. Check whether the event source mapping is enabled and the delivery " +
      "function throttled. On a busy day, raise its maximum concurrency in infra/topology.ts.",
  },
  {
    name: "callbacks-in-flight",
    page: "callbacks-late",
    wakes: true,
    metric: queues.callbacks.metricApproximateNumberOfMessagesNotVisible({
      period: FIVE_MINUTES,
      statistic: "Maximum",
    }),
    threshold: IN_FLIGHT_LIMIT,
    whatToDo:
      "Messages that wait for their next attempt fill the queue, which stops at 120,000. Find the merchants " +
      "whose endpoints fail (delivery logs, merchantId) and disable the endpoints. Their events are held, not lost.",
  },
];

const sending = ({ environment, functions }: Watched): AlarmSpec[] => [
  {
    name: "delivery-failures",
    page: "callbacks-late",
    metric: percentage(counted(environment, "DeliveryFailures"), counted(environment, "DeliveryAttempts"), {
      least: TELLING_ATTEMPTS,
    }),
    threshold: FAILING_PERCENT,
    periods: 3,
    whatToDo:
      "Half of all callbacks fail. If attempts of many merchants fail with the same error, check our side " +
      "(DNS, egress, certificates, the callback key). If they are one merchant's, ask it, or disable its endpoint.",
  },
  {
    name: "delivery-errors",
    page: "function-errors",
    wakes: true,
    metric: failuresOf(functions, "delivery"),
    threshold: 1,
    whatToDo:
      "The delivery function crashed or ran out of time. Its messages are retried up to 24 times. Read " +
      "the function's log before they become dead letters.",
  },
];
