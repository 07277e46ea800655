/** The screens of the sidebar, in its order, by their names. */
export const PLACES = {
  overview: "Overview",
  payments: "Payments",
  disputes: "Disputes",
  payouts: "Payouts",
  statements: "Statements",
  account: "Account",
  events: "Events",
  endpoints: "Webhooks",
  keys: "API keys",
  access: "Sessions",
};

export type Place = keyof typeof PLACES;
