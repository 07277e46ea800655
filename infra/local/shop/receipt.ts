/** What the service's details say of the payment method. */
export type PaidWith = { type: string; brand: string | null; last4: string | null; wallet: string | null };

/** For example "Visa •••• 4242, Apple Pay". */
export function paidWithText(method: PaidWith | null): string {
  if (!method) return "Not known yet";
  const { type, brand, last4, wallet } = method;
  const card = [words(brand ?? type), last4 && `•••• ${last4}`].filter(Boolean).join(" ");
  return [card, wallet && words(wallet)].filter(Boolean).join(", ");
}

const words = (name: string): string =>
  name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
