import type { core } from "zod/mini";

type JsonSchema = core.JSONSchema.BaseSchema;

/**
 * The name of every enumeration, by its first and last value. Without one, generators count: Kind1, State1, Status2. An
 * enumeration that has no row here stops `npm run openapi`.
 */
const NAMES: Record<string, [name: string, description: string]> = {
  "receipt…death": ["RecoveryTime", "Which time of an event counts."],
  "hold_expiring…endpoint_failing": ["AttentionKind", "Why a person is needed."],
  "processor…service": ["CallbackPayload", "The form of a callback's body."],
  "read…owner": ["ConsoleAccess", "What a console session may do."],
  "offered…expired": ["ConsoleSessionState", "A console session's state."],
  "key…operator": ["ConsoleSessionMaker", "Who created a console session."],
  "applied…out_of_reach": ["AppliedOutcome", "What an event did to the ledger."],
  "applied…not_finished": ["TimelineOutcome", "What an event did to the ledger, or that it is not finished."],
  "none…dead": ["DeliveryState", "The state of an event's callback."],
  "pending…held": ["DeliveryFilter", "The states of callbacks that can be searched for."],
  "complete…unknown": ["PayoutComposition", "Whether a payout's lines are known."],
  "payments:read…console": ["Scope", "What an API key may do."],
  "running…done": ["RecoveryState", "A recovery's state."],
  "online…offline": ["ReaderStatus", "A reader's status."],
  "create…refund": ["PaymentOperation", "An operation that changes a payment."],
  "apple_pay…paypal": ["Wallet", "A wallet."],
  "active…inactive": ["WalletStatus", "Whether a wallet can appear."],
  "disputed…refund_failed": ["PaymentTrouble", "Trouble that payments can be searched by."],
  "ascending…descending": ["SortOrder", "The order of a list."],
  "csv…excel": ["FileFormat", "The format of a file."],
  "csv…datev": ["MovementsFormat", "The format of the file of movements."],
  ",…tab": ["FieldSeparator", "What separates the fields of a file."],
  "point…comma": ["DecimalMark", "The decimal mark of a file."],
  "on_session…off_session": ["SavedFor", "When a saved payment method can be used."],
  "automatic…manual": ["CaptureMethod", "When a payment is captured."],
  "duplicate…abandoned": ["CancelReason", "Why a payment is canceled."],
  "requested_by_customer…fraudulent": ["RefundReason", "Why a payment is refunded."],
  "payment_intent.succeeded…callback.test": ["EventName", "The type of an event, by its name."],
  "payment_intent.succeeded…report.ready": ["ChoosableEvent", "An event type that an endpoint can choose."],
  "charge…other": ["LineKind", "What a line of a payout is."],
  "amount_differs…foreign_metadata": ["StatementDifferenceKind", "How ledger and processor differed."],
  "valid…other_scheme_secret": ["DiagnosisVerdict", "What is wrong with a signature."],
};

type Collected = Record<string, JsonSchema>;

/** Puts each enumeration that stands in a field among the named schemas, and refers to it. */
export function liftEnumerations(schema: JsonSchema, named: Collected, isNamed = false): JsonSchema {
  const { enum: values, type, ...rest } = schema;
  if (values && values.length > 1 && !isNamed) {
    const name = nameOf(values);
    named[name.name] = { type: "string", enum: values, description: name.description };
    return { $ref: `#/components/schemas/${name.name}`, ...rest };
  }
  return Object.fromEntries(
    // The names of a map's entries are not a field: no generator makes a type of them.
    Object.entries(schema).map(([key, value]) => [key, key === "propertyNames" ? value : lift(value, named)]),
  );
}

const lift = (value: unknown, named: Collected): unknown => {
  if (Array.isArray(value)) return value.map((one) => lift(one, named));
  return typeof value === "object" && value !== null ? liftEnumerations(value as JsonSchema, named) : value;
};

function nameOf(values: readonly unknown[]): { name: string; description: string } {
  const [name, description] = NAMES[`${values[0]}…${values.at(-1)}`] ?? [];
  if (!name || !description) throw new Error(`The enumeration ${values.join(", ")} needs a name.`);
  return { name, description };
}
