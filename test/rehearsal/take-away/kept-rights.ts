const OWN_ACCOUNT_EVENT =
  "What a call changes of an account is told by an event of our own, if an endpoint with the service payload chose account.updated (integration/events/updates.happy).";

/** DynamoDB answers with the record that prevents a write, if there is one. The embedded table never does. */
const LOST_CONDITION =
  "A conditional write that is rejected without the record reads it (ledger/client.ts). The proof and the simulation lose no race there";

/** Rights of which neither the rehearsal's proof nor the simulation makes use, and why they are kept. */
export const KEPT_RIGHTS: Readonly<Record<string, string>> = {
  "redeliver-event PutItem EVENT#":
    "A redelivery by force creates the delivery to an endpoint that did not choose the event (integration/callback-endpoints/endpoints.happy).",
  "create-account PutItem EVENT#": OWN_ACCOUNT_EVENT,
  "refresh-onboarding-status PutItem EVENT#": OWN_ACCOUNT_EVENT,
  "get-overview GetItem STATS#": `${LOST_CONDITION} (integration/console/overview.happy does).`,
  "webhook GetItem ATTENTION#": `${LOST_CONDITION} (integration/attention does).`,
};
