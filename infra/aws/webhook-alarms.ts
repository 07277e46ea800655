import { Duration } from "aws-cdk-lib";
import { counted, failuresOf } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

/** A scanner that finds the address sends one or two; with a wrong secret every event fails, and is sent again. */
const SIGNATURE_FAILURES = 5;

/** The processor → us: what is rejected or fails here comes again for three days, and is lost after that. */
export const webhookAlarms = (watched: Watched): AlarmSpec[] => [
  ...deliveries(watched),
  ...contents(watched),
];

const deliveries = ({ environment, functions }: Watched): AlarmSpec[] => [
  {
    name: "webhook-signatures",
    wakes: true,
    metric: counted(environment, "SignatureFailures", Duration.minutes(15)),
    threshold: SIGNATURE_FAILURES,
    whatToDo:
      "Webhooks arrive with wrong signatures. Compare the endpoints' signing secrets in the processor's " +
      "dashboard with the secret payments/<env>/webhook (it may hold several); if they agree, a stranger is probing.",
  },
  {
    name: "live-events-under-test-key",
    page: "webhook-signatures",
    wakes: true,
    metric: counted(environment, "LiveEventsUnderTestKey"),
    threshold: 1,
    whatToDo:
      "A live webhook endpoint sends events here, but the secret payments/<env>/processor holds a test key. The events " +
      "are answered with 503, and the processor keeps them for three days. Store the live key or move the endpoint.",
  },
  {
    name: "webhook-not-understood",
    metric: counted(environment, "EventsNotUnderstood"),
    threshold: 1,
    whatToDo:
      "An event has the form of another API version, or is thin. A thin one was rejected: set its destination's payload " +
      "style to snapshot. Any other was recorded and forwarded, but its payment may be behind. The log has the event: compare the endpoints' API version with the SDK's, and add " +
      "the new form to the service.",
  },
  {
    name: "webhook-errors",
    page: "function-errors",
    wakes: true,
    metric: failuresOf(functions, "webhook"),
    threshold: 1,
    whatToDo:
      "The webhook function crashed or ran out of time. The processor resends the event. Read the function's log " +
      "and resend failed deliveries from the processor's dashboard.",
  },
];

/** What the processor says is not as it should be. */
const contents = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "foreign-intents",
    metric: counted(environment, "ForeignIntents"),
    threshold: 1,
    whatToDo:
      "An intent in a merchant's account has the id of a payment that is being created, with another amount or " +
      "currency. It was ignored. The log has both: ask the merchant what created it.",
  },
  {
    name: "missing-rights",
    wakes: true,
    metric: counted(environment, "MissingRights"),
    threshold: 1,
    whatToDo:
      "The processor rejected a call because our API key lacks a right. Nothing is lost: the work is " +
      "retried. Grant the right that the log names; going-live.md lists all of them.",
  },
];
