/** What a key may do. Every operation that merchants call needs one of these. */
export const SCOPES = [
  "payments:read",
  "payments:write",
  "refunds:write",
  "charges:write",
  "customers:read",
  "customers:write",
  "terminal",
  "onboarding",
  "events:read",
  "finance:read",
  "callbacks:write",
  "console",
] as const;
export type Scope = (typeof SCOPES)[number];
