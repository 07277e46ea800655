import { Duration } from "aws-cdk-lib";
import { counted } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

const HOUR = Duration.hours(1);

/** What is found by asking the processor, instead of waiting to be told. */
export const reconciliationAlarms = ({ environment }: Watched): AlarmSpec[] => [
  {
    // Exact, not guessed: a quiet night sends no webhooks either.
    name: "missed-events",
    metric: counted(environment, "MissedEvents", HOUR),
    threshold: 1,
    whatToDo:
      "The hourly look at the processor found events that no webhook had brought. They are applied and forwarded now, " +
      "an hour late. See in the processor's dashboard whether our webhook endpoints are enabled and what they answered.",
  },
  {
    name: "statement-differences",
    metric: counted(environment, "StatementDifferences", HOUR),
    threshold: 1,
    whatToDo:
      "A merchant's daily statement holds differences between the ledger and the processor that could not be healed. " +
      "The statement names the payments: compare each with the processor's dashboard before anything else is refunded.",
  },
  {
    name: "stale-secrets",
    metric: counted(environment, "StaleSecrets", Duration.minutes(15)),
    threshold: 1,
    whatToDo:
      "A secret could not be read anew, and functions go on with the value that they had. New instances cannot start " +
      "without it: see whether Secrets Manager, its key or the functions' rights are the reason.",
  },
];
