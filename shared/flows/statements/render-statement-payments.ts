import { MAX_FILE_LINES, tooManyLines } from "../../domain/finance/csv.ts";
import {
  addToPayments,
  type PaymentsThatDay,
  type PaymentThatDay,
  type Statement,
} from "../../domain/finance/statement.ts";
import { findPaymentRecords } from "../../ledger/payments.ts";
import type { OrderedPayment } from "../../views/statement.ts";
import { type FileForm, renderFile } from "../render-file.ts";
import { listDayLines } from "./list-day-lines.ts";

/** The payments behind a statement as text, one line each. */
export async function renderPayments(statement: Statement, form: FileForm<OrderedPayment>): Promise<string> {
  const { merchantId } = statement;
  const payments: PaymentsThatDay = new Map();
  for await (const lines of listDayLines(merchantId, [statement])) {
    for (const line of lines) addToPayments(payments, line);
    // No more is held than one file has.
    if (payments.size > MAX_FILE_LINES) throw tooManyLines();
  }
  return renderFile(form, payments.size, pagesOf(merchantId, [...payments.values()]));
}

const READ_AT_ONCE = 1000;

async function* pagesOf(merchantId: string, payments: PaymentThatDay[]): AsyncGenerator<OrderedPayment[]> {
  for (let start = 0; start < payments.length; start += READ_AT_ONCE)
    yield withOrders(merchantId, payments.slice(start, start + READ_AT_ONCE));
}

async function withOrders(merchantId: string, payments: PaymentThatDay[]): Promise<OrderedPayment[]> {
  const records = await findPaymentRecords(payments.map(({ svcPaymentId }) => svcPaymentId));
  return payments.map((payment) => {
    const record = records.get(payment.svcPaymentId);
    const own = record?.merchantId === merchantId ? record : undefined;
    return {
      ...payment,
      orderRef: own?.terms.orderRef ?? null,
      metadata: own?.terms.metadata ?? null,
      intentId: own?.processorPaymentIntentId ?? null,
    };
  });
}
