import { Duration } from "aws-cdk-lib";
import { counted, failuresOf } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

/** A scanner that finds the address sends one or two; with a wrong secret every event fails, and is sent again. */
const SIGNATURE_FAILURES = 5;

/** The processor → us: what is refused or fails here comes again for three days, and is lost after that. */
export const webhookAlarms = (watched: Watched): AlarmSpec[] => [
  ...deliveries(watched),
  ...contents(watched),
];

const deliveries = ({ environment, functions }: Watched): AlarmSpec[] => [
  {
    name: "webhook-signatures",
    metric: counted(environment, "SignatureFailures", Duration.minutes(15)),
    threshold: SIGNATURE_FAILURES,
    whatToDo:
      "Webhooks arrive with signatures that do not match. Compare the endpoints' signing secrets in the processor's " +
      "dashboard with the secret payments/<env>/webhook (it may hold several); if they agree, somebody is probing.",
  },
  {
    name: "webhook-not-understood",
    metric: counted(environment, "EventsNotUnderstood"),
    threshold: 1,
    whatToDo:
      "The processor told of something in words of a later API version. The event is recorded and was forwarded; its " +
      "payment may lag behind. The log names the event: compare the endpoints' API version with the SDK's, and teach " +
      "the service the new words.",
  },
  {
    name: "webhook-errors",
    metric: failuresOf(functions, "webhook"),
    threshold: 1,
    whatToDo:
      "The webhook function crashed or ran out of time. The processor sends the event again; read the function's log " +
      "for the reason, and resend from the processor's dashboard what it has given up.",
  },
];

/** What the processor says is not as it should be. */
const contents = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "foreign-intents",
    metric: counted(environment, "ForeignIntents"),
    threshold: 1,
    whatToDo:
      "An intent in a merchant's account carries the id of a payment that is being created, with another amount or " +
      "currency. It was not taken for the payment. The log names both; ask the merchant what made it.",
  },
  {
    name: "missing-rights",
    metric: counted(environment, "MissingRights"),
    threshold: 1,
    whatToDo:
      "The processor refused a call of ours because our API key lacks a right. Nothing is lost: what could not be done is " +
      "tried again. Give the key the right that the log's request names; going-live.md lists all of them.",
  },
  {
    name: "impossible-refunds",
    metric: counted(environment, "ImpossibleRefunds"),
    threshold: 1,
    whatToDo:
      "The processor says of a payment that less than nothing, or more than was captured, has been refunded. The log " +
      "names the payment. Compare it with the processor's dashboard, and its API's changelog with our projection.",
  },
];
