import type { components, operations } from "../../../../shared/client/generated/contract.ts";

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
  dashboardUrl: string | null;
};

/** The first screen. null: not known yet. */
export type Overview = {
  asOf: string;
  sales: {
    currencies: string[];
    days: {
      date: string;
      isFinal: boolean;
      isComplete: boolean;
      totals: {
        currency: string;
        payments: number;
        grossCents: number;
        refundsCents: number | null;
        disputesCents: number;
      }[];
    }[];
  };
  balance: {
    currencies: string[];
    days: {
      date: string;
      isFinal: boolean;
      totals:
        | {
            currency: string;
            platformFeesCents: number;
            processorFeesCents: number;
            netCents: number;
            outsideCents: number;
            payoutsCents: number;
          }[]
        | null;
    }[];
    closing: { date: string; currencies: { currency: string; closingBalanceCents: number }[] } | null;
  };
  attempts: {
    days: { date: string; approved: number; declined: number; isComplete: boolean }[];
    reasons: { code: string; count: number }[];
    from: string;
    isComplete: boolean;
  };
  webhooks: {
    hours: {
      at: string;
      delivered: number;
      failed: number;
      medianMilliseconds: number | null;
      isComplete: boolean;
    }[];
    failedInAll: number;
    from: string;
    isComplete: boolean;
  };
  payouts: Record<"next" | "last", PayoutBrief | null>;
};

/** As the processor has it now. */
export type Balance = {
  asOf: string;
  currencies: { currency: string; availableCents: number; pendingCents: number }[];
};

type PayoutBrief = Pick<Schemas["Payout"], "payoutId" | "status" | "amountCents" | "currency" | "arrivesOn">;

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

/** One page of what the filters find; `searchedTo`: where the search stopped before the page was full. */
export type FoundPayments = { payments: ListedPayment[]; next: string | null; searchedTo: string | null };

/** A part of what the whole filter comes to; `next`: there is more. */
export type PaymentTotals = {
  payments: number;
  lookedThrough: number;
  totals: {
    currency: string;
    paidPayments: number;
    capturedCents: number;
    refundedCents: number;
    disputedCents: number;
  }[];
  next: string | null;
};
