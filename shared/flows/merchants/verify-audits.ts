import type { AuditFault } from "../../domain/access/audit-chain.ts";
import { isoTime } from "../../domain/time.ts";
import {
  type AuditRound,
  findAuditRound,
  findCheckedAudit,
  saveAuditRound,
  saveCheckedAudit,
} from "../../ledger/audit.ts";
import { type Merchant, merchantPages } from "../../ledger/merchants.ts";
import { isTimeUsedUp } from "../../runtime/invocation.ts";
import { count, describeError, log } from "../../runtime/logger.ts";
import { runConcurrently } from "../run-concurrently.ts";
import { verifyFrom } from "./verify-audit.ts";

/*
 * Every day a round looks at each merchant's audit. It works hour by hour: a run ends before its time does, and the next
 * one goes on after the last page of merchants that was looked at whole. An audit that is too long for one run is kept
 * with the entry that was reached. A round that takes longer than a day is finished before the next one begins.
 *
 * Each fault is reported once, and the newest hash is kept. If a run dies, a page is looked at again.
 */

/** So many entries of one merchant in one run: a long audit does not keep the others waiting. */
const ENTRIES_IN_A_RUN = 20_000;

export async function verifyAudits(now: number): Promise<void> {
  const known = await findAuditRound();
  const today = isoTime(now).slice(0, 10);
  if (known?.isDone && known.startedOn === today) return;
  let round: AuditRound | undefined =
    known && !known.isDone ? known : { startedOn: today, step: known?.step ?? 0, isDone: false };
  const { startedOn } = round;
  for await (const merchants of merchantPages(round.after)) {
    const looks = await runConcurrently(merchants, (merchant) =>
      check(merchant, startedOn).catch(reportFailure(merchant)),
    );
    if (looks.includes("part")) return;
    const last = merchants.at(-1);
    round = await saveAuditRound(round, { after: last && placeOf(last), isDone: false });
    if (!round || isTimeUsedUp()) return;
  }
  await saveAuditRound(round, { isDone: true });
}

const placeOf = ({ createdAt, merchantId }: Merchant) => ({ createdAt, merchantId });

/** What this round has looked at whole is left alone while another audit of its page is read in parts. */
async function check(merchant: Merchant, startedOn: string): Promise<"whole" | "part"> {
  const { merchantId } = merchant;
  const known = await findCheckedAudit(merchantId);
  if (known?.checkedOn === startedOn) return "whole";
  const isOver = (entries: number) => entries >= ENTRIES_IN_A_RUN || isTimeUsedUp();
  const { head, faults, isPart } = await verifyFrom(merchant, { known, from: known?.part, isOver });
  const look = isPart ? "part" : "whole";
  if (head.number === 0 && faults.length === 0) return look;
  const before = known?.reported ?? [];
  const fresh = faults.map(describeFault).filter((fault) => !before.includes(fault));
  if (fresh.length > 0) {
    log("error", "an audit was changed", { merchantId, audited: fresh.slice(0, 20).join(", ") });
    count("ChangedAudits");
  }
  const { number, hash } = isPart ? (known ?? { number: 0, hash: "" }) : head;
  const reported = [...before, ...fresh].slice(-MAX_REPORTED);
  const reached = isPart ? { part: head } : { checkedOn: startedOn };
  await saveCheckedAudit(merchantId, { number, hash, reported, ...reached }, known);
  return look;
}

const describeFault = ({ number, fault }: AuditFault): string => `${number} ${fault}`;

const MAX_REPORTED = 200;

/** One that cannot be read does not keep the others from being checked. */
const reportFailure =
  ({ merchantId }: Merchant) =>
  (error: unknown): "whole" => {
    log("error", "an audit could not be checked", { merchantId, ...describeError(error) });
    count("ChangedAudits");
    return "whole";
  };
