import { Failure } from "../../domain/failure.ts";
import { MAX_FILE_BYTES, MAX_FILE_LINES, tooManyLines } from "../../domain/finance/csv.ts";
import type { PaymentThatDay, Statement } from "../../domain/finance/statement.ts";
import { findPaymentRecords, termsOf } from "../../ledger/payments.ts";
import { findPaymentsThatDay } from "../../ledger/statement-payments.ts";
import type { OrderedPayment } from "../../views/statement.ts";

/** The payments behind a statement as text, line by line. */
export async function renderPayments(
  statement: Statement,
  { header, toText }: { header: string; toText: (payment: OrderedPayment) => string },
): Promise<string> {
  if (!statement.payments)
    throw new Failure("not_found", "The payments behind this statement were not written down.");
  const { run, chunkSizes } = statement.payments;
  if (chunkSizes.reduce((sum, size) => sum + size, 0) > MAX_FILE_LINES) throw tooManyLines();
  const texts = [header];
  let bytes = 0;
  for (const nth of chunkSizes.keys()) {
    const payments = await findPaymentsThatDay(statement, run, nth);
    if (!payments) throw new Failure("not_found", "The payments behind this statement are no longer kept.");
    const text = (await withOrders(statement.merchantId, payments)).map(toText).join("");
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_FILE_BYTES) throw tooManyLines();
    texts.push(text);
  }
  return texts.join("");
}

async function withOrders(merchantId: string, payments: PaymentThatDay[]): Promise<OrderedPayment[]> {
  const records = await findPaymentRecords(payments.map(({ svcPaymentId }) => svcPaymentId));
  return payments.map((payment) => {
    const record = records.get(payment.svcPaymentId);
    const own = record?.merchantId === merchantId ? record : undefined;
    return {
      ...payment,
      orderRef: (own && termsOf(own).orderRef) ?? null,
      intentId: own?.processorPaymentIntentId ?? null,
    };
  });
}
