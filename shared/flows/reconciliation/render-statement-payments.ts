import { Failure } from "../../domain/failure.ts";
import type { PaymentThatDay, Statement } from "../../domain/finance/statement.ts";
import { findPaymentRecords, termsOf } from "../../ledger/payments.ts";
import { findPaymentsThatDay } from "../../ledger/statement-payments.ts";
import type { OrderedPayment } from "../../views/statement.ts";
import { type FileForm, renderFile } from "../render-file.ts";

/** The payments behind a statement as text, line by line. */
export async function renderPayments(statement: Statement, form: FileForm<OrderedPayment>): Promise<string> {
  const sizes = statement.payments.flatMap(({ chunkSizes }) => chunkSizes);
  const lineCount = sizes.reduce((sum, size) => sum + size, 0);
  return renderFile(form, lineCount, pagesOf(statement));
}

async function* pagesOf(statement: Statement): AsyncGenerator<OrderedPayment[]> {
  for (const { run, chunkSizes } of statement.payments)
    for (const nth of chunkSizes.keys()) {
      const payments = await findPaymentsThatDay(statement, run, nth);
      if (!payments) throw new Failure("not_found", "The payments of this statement are no longer stored.");
      yield withOrders(statement.merchantId, payments);
    }
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
