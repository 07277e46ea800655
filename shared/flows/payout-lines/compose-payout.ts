import {
  addLines,
  type Composition,
  mustBeComposed,
  type PayoutLine,
  unexplainedOf,
} from "../../domain/finance/payout.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { saveChunk } from "../../ledger/payout-lines.ts";
import {
  findPayoutWork,
  type PayoutProgress,
  type PayoutWork,
  startPayoutWork,
} from "../../ledger/payout-work.ts";
import { findPayout, leavePayout, type PayoutRecord, saveComposition } from "../../ledger/payouts.ts";
import { endWork } from "../../ledger/work.ts";
import { type ListedMovement, listPaidOut, toLine } from "../../processor/movements.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { isTimeUsedUp } from "../../runtime/invocation.ts";
import { count, log } from "../../runtime/logger.ts";
import { type PaymentFinder, paymentFinder } from "../movements/identify-movements.ts";
import { tellPayout } from "../payouts/sync-payout.ts";
import {
  type LongWorkEnd,
  longRunOf,
  PATIENCE_MS,
  runLongWork,
  type WholeInvocation,
} from "../run-long-work.ts";
import type { InTime } from "../sync.ts";

/*
 * Reads what is in a payout, page by page, into chunks that lie beside it:
 *
 *   list     the processor's lines of the payout, a hundred at a time. All of them are kept, whatever they are.
 *   resolve  which of our payments each is about, as the statement does.
 *   write    the chunk, under the run's name. The first write of a chunk wins; later runs use it.
 *   name     at the end one write on the payout names the run, with its sums, and takes the payout off the due list.
 *
 * It is long work (flows/run-long-work.ts): when a run dies, the next goes on at the cursor, within the same run of
 * chunks. Work that is started again has another run: its chunks have other names, so that two can never mix, and only
 * those are read that the payout names.
 */

/** `nothing_to_do`: it was read before, or cannot be yet. `left`: it can no longer be read. */
export type ComposeEnd = { kind: "nothing_to_do" | "left" } | { kind: LongWorkEnd<unknown>["kind"] };

export async function composePayout(
  merchant: Merchant,
  payoutId: string,
  run: WholeInvocation,
): Promise<ComposeEnd> {
  const { merchantId } = merchant;
  const record = await findPayout(merchantId, payoutId);
  const standing = await findPayoutWork(merchantId, payoutId);
  const running = standing?.state === "running" ? standing : undefined;
  if (!record || !mustBeComposed(record.facts, record.composed)) {
    // A run has died between the payout's last write and its own mark.
    if (running) await closeWork(running, run);
    return { kind: "nothing_to_do" };
  }
  if (merchant.erasedAt !== undefined) return leave(record, running, run);
  const work = running ?? (await startReading(record, run));
  try {
    return await runReading(record, work, run);
  } catch (error) {
    if ((await classifyReadFailure(error, record.facts.accountId)).kind === "out_of_reach")
      return leave(record, await findPayoutWork(merchantId, payoutId), run);
    // Whatever the error says: nothing could be asked for any more.
    if (isTimeUsedUp()) return { kind: "put_aside" };
    throw error;
  }
}

function startReading(
  { merchantId, facts }: PayoutRecord,
  { now, traceId }: WholeInvocation,
): Promise<PayoutWork> {
  const at = now();
  const { payoutId } = facts;
  return startPayoutWork({ merchantId, payoutId, runId: traceId, at, dueAtMs: at + PATIENCE_MS });
}

async function runReading(record: PayoutRecord, work: PayoutWork, run: WholeInvocation): Promise<ComposeEnd> {
  const progress = structuredClone(work.progress);
  const { kind } = await runLongWork(
    work,
    {
      pages: readPages(record, progress),
      keep: () => ({ progress: structuredClone(progress), findings: [] }),
      finish: () => nameRun(record, progress),
    },
    longRunOf(run),
  );
  return { kind };
}

/** More lines than this no payout has. */
const MAX_CHUNKS = 20_000;

async function* readPages(record: PayoutRecord, progress: PayoutProgress): AsyncGenerator<void, void> {
  const { accountId, payoutId } = record.facts;
  const identifyAll = paymentFinder({ merchantId: record.merchantId, accountId });
  while (progress.chunkSizes.length < MAX_CHUNKS) {
    // A run that has died after its last page has nothing left to read.
    if (progress.chunkSizes.length > 0 && progress.after === undefined) return;
    const { movements, next } = await listPaidOut(accountId, payoutId, progress.after);
    const lines = await toLines(movements, payoutId, identifyAll);
    const nth = progress.chunkSizes.length;
    const kept = await saveChunk(record, progress.run, { nth, chunk: { lines, next } });
    progress.totals = addLines(progress.totals, kept.lines);
    progress.chunkSizes.push(kept.lines.length);
    progress.after = kept.next;
    yield;
  }
  throw new Error("The processor's list of a payout's transactions does not end.");
}

/** The payout's own line is not one of those that it is made of. */
async function toLines(
  movements: ListedMovement[],
  payoutId: string,
  identifyAll: PaymentFinder,
): Promise<PayoutLine[]> {
  const parts = movements.filter(({ kind, sourceId }) => !(kind === "payout" && sourceId === payoutId));
  const paymentIds = await identifyAll(parts);
  return parts.map((movement, index) => {
    const line = toLine(movement, paymentIds[index] ?? null);
    return { ...line, kind: line.kind === "payout" ? "other" : line.kind };
  });
}

/** The payout may have been synced meanwhile; what is in it does not change by that. */
async function nameRun(record: PayoutRecord, { run, chunkSizes, totals }: PayoutProgress): Promise<void> {
  const composition: Composition = { run, chunkSizes, totals };
  const { merchantId } = record;
  const { payoutId, accountId } = record.facts;
  let current: PayoutRecord | undefined = record;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // Before the write that ends it: a death or a lost reply right after that would keep the alarm silent for good.
    reportComposed(current, composition);
    const read = current;
    const told = { payoutId, version: read.version };
    const save = (inTime: InTime) => saveComposition(read, composition, inTime);
    if (await tellPayout({ merchantId, accountId }, told, save)) return;
    current = await findPayout(merchantId, payoutId);
    if (!current || !mustBeComposed(current.facts, current.composed)) return;
  }
  throw new Error("The payout kept changing while its breakdown was saved. Retry.");
}

/** Each conflict means that the payout was synced meanwhile; ten in a row would be a storm. */
const MAX_ROUNDS = 10;

function reportComposed({ merchantId, facts }: PayoutRecord, composition: Composition): void {
  const unexplainedCents = unexplainedOf(facts, composition);
  if (unexplainedCents === 0) return;
  count("UnexplainedPayouts");
  log("error", "the lines of a payout do not add up to it", { merchantId, payoutId: facts.payoutId });
}

async function leave(
  record: PayoutRecord,
  work: PayoutWork | undefined,
  run: WholeInvocation,
): Promise<ComposeEnd> {
  await leavePayout(record);
  if (work?.state === "running") await closeWork(work, run);
  return { kind: "left" };
}

const closeWork = (work: PayoutWork, { traceId }: WholeInvocation) =>
  endWork(work, { progress: work.progress, parts: [], runId: traceId });
