import type { components, operations } from "../../../../shared/client/generated/contract.ts";

/** The answers' types are the contract's own: session calls answer as the calls by API key do. */
export type Schemas = components["schemas"];

export type ListedPayment = Schemas["PaymentListItem"];
export type TimelineEntry = Schemas["TimelineEntry"];
export type ListedEvent = Schemas["EventSummary"];
export type RecordedEvent = Schemas["RecordedEvent"];
export type CallbackAttempt = Schemas["CallbackAttempt"];
export type EventType = NonNullable<NonNullable<operations["listEvents"]["parameters"]["query"]>["type"]>;

export type MoneyOperation = "refund" | "capture" | "cancel";

/** The session of this tab. The document for merchants lacks what only this page asks for; a test compares the two. */
export type Right = "manage" | "setup" | "money";

export type Session = Pick<Schemas["ConsoleSession"], "sessionId" | "access" | "madeBy" | "expiresAt"> & {
  merchantId: string;
  merchantName: string;
  may: Partial<Record<Right, string>>;
  scopes: Scope[];
  setUps: Schemas["SetUp"][];
  /** By currency, in its smallest unit. */
  typedAboveCents: Record<string, number>;
};

export type Scope = NonNullable<Schemas["Problem"]["requiredScope"]>;

/** An API key, as far as a session sees it. */
export type ConsoleKey = {
  idEnd: string;
  label: string | null;
  preset: string;
  scopes: Scope[];
  isLive: boolean;
  createdAt: string;
  endsAt: string | null;
};
