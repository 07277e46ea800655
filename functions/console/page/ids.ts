/** Ids that come out of the address are used only if they have their pattern. */
const PATTERNS = {
  payment: /^svcpay_[0-9a-f]{32}$/,
  event: /^evt_\w{1,250}$/,
  recovery: /^rcv_[0-9a-f]{32}$/,
  session: /^ses_\w{1,100}$/,
  code: /^svc_code_[\w-]{1,200}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
} as const;

export type IdKind = keyof typeof PATTERNS;

export const isId = (kind: IdKind, text: string): boolean => PATTERNS[kind].test(text);
