/**
 * The one table, as data: CDK and the local stack build it from here, the ledger's modules make their keys here.
 *
 *   pk                  sk                  what
 *   MERCHANT#mer_…      MERCHANT            settings, fee policy, connected account
 *   MERCHANT#mer_…      KEY#key_…           an API key's hash, beside its merchant: one read brings both
 *   ACCOUNT#acct_…      ACCOUNT             which merchant a connected account belongs to
 *   PAYMENT#svcpay_…    PAYMENT             the payment, which is also the record of its own Idempotency-Key
 *   PAYMENT#svcpay_…    OPERATION#op_…      a capture or refund that came with an Idempotency-Key
 */
export const TABLE = {
  partitionKey: "pk",
  sortKey: "sk",
  timeToLive: "expiresAt",
} as const;

export type Key = { pk: string; sk: string };

export const merchantKey = (merchantId: string): Key => ({ pk: `MERCHANT#${merchantId}`, sk: "MERCHANT" });

export const apiKeyKey = (merchantId: string, keyId: string): Key => ({
  pk: `MERCHANT#${merchantId}`,
  sk: `KEY#${keyId}`,
});

export const accountKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: "ACCOUNT" });

export const paymentKey = (svcPaymentId: string): Key => ({ pk: `PAYMENT#${svcPaymentId}`, sk: "PAYMENT" });

export const operationKey = (svcPaymentId: string, operationId: string): Key => ({
  pk: `PAYMENT#${svcPaymentId}`,
  sk: `OPERATION#${operationId}`,
});
