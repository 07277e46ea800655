import type { components, operations } from "../../../../shared/client/generated/contract.ts";
import type { AnswerTo } from "../../../../shared/contract/answer.ts";
import type { getBalance } from "../../../../shared/contract/balance.ts";
import type { getConsoleSession, listConsoleKeys } from "../../../../shared/contract/console.ts";
import type { findPayments, totalPayments } from "../../../../shared/contract/found-payments.ts";
import type { getOverview } from "../../../../shared/contract/overview.ts";

/** The answers' types are the contract's own: session calls answer as the calls by API key do. */
export type Schemas = components["schemas"];

export type ListedPayment = Schemas["PaymentListItem"];
export type TimelineEntry = Schemas["TimelineEntry"];
export type ListedEvent = Schemas["EventSummary"];
export type RecordedEvent = Schemas["RecordedEvent"];
export type Endpoint = Schemas["CallbackEndpoint"];
export type CallbackAttempt = Schemas["CallbackAttempt"];
export type EventType = NonNullable<NonNullable<operations["listEvents"]["parameters"]["query"]>["type"]>;

export type MoneyOperation = "refund" | "capture" | "cancel";

/*
 * What only this page asks for is not in the document for merchants: its types come from the contract itself.
 */

/** The session of this tab. */
export type Session = AnswerTo<typeof getConsoleSession>;
export type Right = keyof Session["may"];
export type Scope = Session["scopes"][number];
/** The first screen. */
export type Overview = AnswerTo<typeof getOverview>;
export type Balance = AnswerTo<typeof getBalance>;
export type ConsoleKey = AnswerTo<typeof listConsoleKeys>[number];
export type FoundPayments = Omit<AnswerTo<typeof findPayments>, "payments"> & { payments: ListedPayment[] };
export type PaymentTotals = AnswerTo<typeof totalPayments>;
