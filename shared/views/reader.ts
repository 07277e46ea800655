import type { AnswerTo } from "../contract/answer.ts";
import type { getReader } from "../contract/terminal.ts";
import type { ReaderState } from "../domain/terminal.ts";

export function readerView({ action, ...reader }: ReaderState): AnswerTo<typeof getReader> {
  if (!action) return { ...reader, action };
  const { status, intent, failureCode } = action;
  return { ...reader, action: { status, svcPaymentId: intent?.svcPaymentId ?? null, failureCode } };
}
