import { callProcessor } from "./client.ts";

/** A changed address makes the processor mail the receipt. */
export async function mailReceipt(receipt: {
  accountId: string;
  chargeId: string;
  email: string;
}): Promise<void> {
  const { accountId, chargeId, email } = receipt;
  const options = { stripeAccount: accountId };
  const fields = { receipt_email: "email" };
  await callProcessor((stripe) => stripe.charges.update(chargeId, { receipt_email: email }, options), fields);
}
