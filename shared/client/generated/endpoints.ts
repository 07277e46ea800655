// Generated from the contract by `npm run types`; a test keeps it fresh.
export const ENDPOINTS = {
  /** Create a payment. */
  createPayment: { method: "post", path: "/v1/payments/intents", content: "body", isPaged: false, isKeyed: true },
  /** Charge a saved payment method. */
  chargePayment: { method: "post", path: "/v1/payments/{id}/charge", content: "body", isPaged: false, isKeyed: true },
  /** Capture an authorized payment. */
  capturePayment: { method: "post", path: "/v1/payments/{id}/capture", content: "body", isPaged: false, isKeyed: true },
  /** Cancel a payment that is not paid. */
  cancelPayment: { method: "post", path: "/v1/payments/{id}/cancel", content: "body", isPaged: false, isKeyed: true },
  /** Refund a payment in full or in part. */
  refundPayment: { method: "post", path: "/v1/payments/{id}/refund", content: "body", isPaged: false, isKeyed: true },
  /** Refund an Interac payment at a reader. */
  refundAtReader: { method: "post", path: "/v1/terminal/readers/{id}/refund", content: "body", isPaged: false, isKeyed: true },
  /** Retrieve a payment. */
  getPayment: { method: "get", path: "/v1/payments/{id}", content: undefined, isPaged: false, isKeyed: false },
  /** List payments. */
  listPayments: { method: "get", path: "/v1/payments", content: "query", isPaged: true, isKeyed: false },
  /** Retrieve a payment's timeline. */
  getPaymentTimeline: { method: "get", path: "/v1/payments/{id}/timeline", content: undefined, isPaged: false, isKeyed: false },
  /** Retrieve a payment's card and fees. */
  getPaymentDetails: { method: "get", path: "/v1/payments/{id}/details", content: undefined, isPaged: false, isKeyed: false },
  /** Send a payment's receipt. */
  sendReceipt: { method: "post", path: "/v1/payments/{id}/receipt", content: "body", isPaged: false, isKeyed: false },
  /** List a payment's refunds. */
  listRefunds: { method: "get", path: "/v1/payments/{id}/refunds", content: "query", isPaged: true, isKeyed: false },
  /** Preview the fee on a payment. */
  previewFee: { method: "get", path: "/v1/fee-preview", content: "query", isPaged: false, isKeyed: false },
  /** Create a customer. */
  createCustomer: { method: "post", path: "/v1/customers", content: "body", isPaged: false, isKeyed: true },
  /** Find customers by your reference. */
  findCustomers: { method: "get", path: "/v1/customers", content: "query", isPaged: false, isKeyed: false },
  /** Delete a customer. */
  deleteCustomer: { method: "delete", path: "/v1/customers/{id}", content: undefined, isPaged: false, isKeyed: false },
  /** Save a payment method without a payment. */
  setUpCustomer: { method: "post", path: "/v1/customers/{id}/setup", content: undefined, isPaged: false, isKeyed: true },
  /** List a customer's saved payment methods. */
  listSavedMethods: { method: "get", path: "/v1/customers/{id}/payment-methods", content: undefined, isPaged: false, isKeyed: false },
  /** Delete a saved payment method. */
  deleteSavedMethod: { method: "delete", path: "/v1/customers/{id}/payment-methods/{paymentMethodId}", content: undefined, isPaged: false, isKeyed: false },
  /** Create a connection token. */
  createConnectionToken: { method: "post", path: "/v1/terminal/connection-token", content: undefined, isPaged: false, isKeyed: false },
  /** Create a location. */
  createLocation: { method: "post", path: "/v1/terminal/locations", content: "body", isPaged: false, isKeyed: true },
  /** List the merchant's locations. */
  listLocations: { method: "get", path: "/v1/terminal/locations", content: "query", isPaged: true, isKeyed: false },
  /** Register a reader. */
  registerReader: { method: "post", path: "/v1/terminal/readers", content: "body", isPaged: false, isKeyed: true },
  /** List the merchant's readers. */
  listReaders: { method: "get", path: "/v1/terminal/readers", content: "query", isPaged: true, isKeyed: false },
  /** Retrieve a reader and its action. */
  getReader: { method: "get", path: "/v1/terminal/readers/{id}", content: undefined, isPaged: false, isKeyed: false },
  /** Collect a payment at a reader. */
  processAtReader: { method: "post", path: "/v1/terminal/readers/{id}/process", content: "body", isPaged: false, isKeyed: false },
  /** Cancel a reader's action. */
  cancelReaderAction: { method: "post", path: "/v1/terminal/readers/{id}/cancel", content: undefined, isPaged: false, isKeyed: false },
  /** Create the merchant's connected account. */
  createAccount: { method: "post", path: "/v1/onboarding/account", content: "body", isPaged: false, isKeyed: false },
  /** Get the onboarding status. */
  getOnboardingStatus: { method: "get", path: "/v1/onboarding/status", content: undefined, isPaged: false, isKeyed: false },
  /** Refresh the onboarding status. */
  refreshOnboardingStatus: { method: "post", path: "/v1/onboarding/refresh", content: undefined, isPaged: false, isKeyed: false },
  /** Create a link to the processor's onboarding. */
  createOnboardingLink: { method: "post", path: "/v1/onboarding/link", content: "body", isPaged: false, isKeyed: false },
  /** Register a website for wallets. */
  registerWalletDomain: { method: "post", path: "/v1/wallet-domains", content: "body", isPaged: false, isKeyed: false },
  /** List the websites for wallets. */
  listWalletDomains: { method: "get", path: "/v1/wallet-domains", content: "query", isPaged: true, isKeyed: false },
  /** Check a website for wallets again. */
  validateWalletDomain: { method: "post", path: "/v1/wallet-domains/{id}/validate", content: undefined, isPaged: false, isKeyed: false },
  /** List events and the state of their callbacks. */
  listEvents: { method: "get", path: "/v1/events", content: "query", isPaged: true, isKeyed: false },
  /** Retrieve an event, every attempt to deliver it, and its body. */
  getEvent: { method: "get", path: "/v1/events/{id}", content: undefined, isPaged: false, isKeyed: false },
  /** Send an event again. */
  redeliverEvent: { method: "post", path: "/v1/events/{id}/redeliver", content: "body", isPaged: false, isKeyed: false },
  /** Redeliver all dead or held events. */
  recoverEvents: { method: "post", path: "/v1/events/recover", content: "body", isPaged: false, isKeyed: false },
  /** Retrieve a recovery's progress. */
  getRecovery: { method: "get", path: "/v1/event-recoveries/{id}", content: undefined, isPaged: false, isKeyed: false },
  /** Retrieve a callback endpoint. */
  getCallbackEndpoint: { method: "get", path: "/v1/callback-endpoints/{id}", content: undefined, isPaged: false, isKeyed: false },
  /** Change a callback endpoint's URL, event types or payload. */
  updateCallbackEndpoint: { method: "put", path: "/v1/callback-endpoints/{id}", content: "body", isPaged: false, isKeyed: false },
  /** List the callback endpoints. */
  listCallbackEndpoints: { method: "get", path: "/v1/callback-endpoints", content: undefined, isPaged: false, isKeyed: false },
  /** Create a callback endpoint. */
  createCallbackEndpoint: { method: "post", path: "/v1/callback-endpoints", content: "body", isPaged: false, isKeyed: false },
  /** List the event types that an endpoint can choose. */
  listEventTypes: { method: "get", path: "/v1/event-types", content: undefined, isPaged: false, isKeyed: false },
  /** Retrieve the health of a callback endpoint. */
  getCallbackHealth: { method: "get", path: "/v1/callback-endpoints/{id}/health", content: undefined, isPaged: false, isKeyed: false },
  /** Delete a callback endpoint. */
  deleteCallbackEndpoint: { method: "post", path: "/v1/callback-endpoints/{id}/delete", content: undefined, isPaged: false, isKeyed: false },
  /** Replace the signing secret of a callback endpoint. */
  rotateCallbackSecret: { method: "post", path: "/v1/callback-endpoints/{id}/rotate-secret", content: "body", isPaged: false, isKeyed: false },
  /** Disable a callback endpoint. */
  disableCallbackEndpoint: { method: "post", path: "/v1/callback-endpoints/{id}/disable", content: undefined, isPaged: false, isKeyed: false },
  /** Enable a callback endpoint. */
  enableCallbackEndpoint: { method: "post", path: "/v1/callback-endpoints/{id}/enable", content: undefined, isPaged: false, isKeyed: false },
  /** Send a test event to a callback endpoint. */
  testCallbackEndpoint: { method: "post", path: "/v1/callback-endpoints/{id}/test", content: undefined, isPaged: false, isKeyed: false },
  /** Find out why a signature does not verify. */
  diagnoseCallback: { method: "post", path: "/v1/callback-endpoints/{id}/diagnose", content: "body", isPaged: false, isKeyed: false },
  /** List items that need your action. */
  listAttention: { method: "get", path: "/v1/attention", content: "query", isPaged: true, isKeyed: false },
  /** List disputes. */
  listDisputes: { method: "get", path: "/v1/disputes", content: "query", isPaged: true, isKeyed: false },
  /** Resolve a failed refund, a failed payout or a fraud warning. */
  resolveAttention: { method: "post", path: "/v1/attention/{id}/resolve", content: undefined, isPaged: false, isKeyed: false },
  /** List daily statements. */
  listStatements: { method: "get", path: "/v1/statements", content: "query", isPaged: true, isKeyed: false },
  /** Retrieve a day's statement. */
  getStatement: { method: "get", path: "/v1/statements/{date}", content: undefined, isPaged: false, isKeyed: false },
  /** Download the payments behind a statement. */
  downloadStatementPayments: { method: "get", path: "/v1/statements/{date}/payments.csv", content: "query", isPaged: false, isKeyed: false },
  /** Report the balance over a range. */
  getBalanceReport: { method: "get", path: "/v1/reports/balance", content: "query", isPaged: false, isKeyed: false },
  /** Download the balance over a range. */
  downloadBalanceReport: { method: "get", path: "/v1/reports/balance.csv", content: "query", isPaged: false, isKeyed: false },
  /** Download all balance transactions of a date range. */
  downloadMovements: { method: "get", path: "/v1/reports/movements.csv", content: "query", isPaged: true, isKeyed: false },
  /** List payouts. */
  listPayouts: { method: "get", path: "/v1/payouts", content: "query", isPaged: true, isKeyed: false },
  /** Retrieve a payout. */
  getPayout: { method: "get", path: "/v1/payouts/{id}", content: undefined, isPaged: false, isKeyed: false },
  /** List a payout's lines. */
  listPayoutLines: { method: "get", path: "/v1/payouts/{id}/lines", content: "query", isPaged: true, isKeyed: false },
  /** Download a payout's lines. */
  downloadPayoutLines: { method: "get", path: "/v1/payouts/{id}/lines.csv", content: "query", isPaged: false, isKeyed: false },
  /** Download the lines of all payouts of a range. */
  downloadPayouts: { method: "get", path: "/v1/reports/payouts.csv", content: "query", isPaged: false, isKeyed: false },
  /** Create a link to the console. */
  createConsoleSession: { method: "post", path: "/v1/console-sessions", content: "body", isPaged: false, isKeyed: false },
  /** List console sessions. */
  listConsoleSessions: { method: "get", path: "/v1/console-sessions", content: "query", isPaged: true, isKeyed: false },
  /** End a console session. */
  endConsoleSession: { method: "post", path: "/v1/console-sessions/{id}/end", content: undefined, isPaged: false, isKeyed: false },
  /** End all console sessions. */
  endConsoleSessions: { method: "post", path: "/v1/console-sessions/end-all", content: undefined, isPaged: false, isKeyed: false },
} as const;
