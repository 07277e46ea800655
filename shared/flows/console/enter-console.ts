import {
  type ConsoleSession,
  composeToken,
  consoleRejection,
  judgeCode,
  lifeSecondsOf,
  makerName,
  parseCode,
} from "../../domain/access/console-session.ts";
import { saltAndHash } from "../../domain/access/credential.ts";
import {
  type FoundSession,
  findConsoleSession,
  markSessionEnded,
  saveEntry,
} from "../../ledger/console-sessions.ts";
import { count, log } from "../../runtime/logger.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** The token goes into the browser's cookie and nowhere else. */
export type Entered = FoundSession & { token: string };

/**
 * Exchanges a one-time code: parse → find → judge → audit → one conditional write, offered → live → the token.
 *
 * A code that comes a second time was seen by two people: the session that it made is ended. That holds for a race of
 * many as for a browser that repeats a request whose answer it has lost; each needs a new link. Should the function die
 * after the write, the session is live under a token that no browser has, until its end or the code's second use.
 */
export async function enterConsole(text: string, change: Omit<Change, "actor">): Promise<Entered> {
  const code = parseCode(text);
  const found = code && (await findConsoleSession(code));
  const verdict = code ? judgeCode(found, code, change.at) : "reject";
  if (!found || verdict === "reject") throw consoleRejection();
  const { session } = found;
  if (verdict === "used_before") return rejectReuse(session, change);

  const token = composeToken(session.sessionId, change.random);
  await audit(`enter-console-${session.access}`, session, change);
  const entry = await saveEntry(session, {
    opener: saltAndHash(token.secret, change.random),
    enteredAt: change.at,
    endsAt: change.at + lifeSecondsOf(session) * 1000,
  });
  if (entry.kind === "used_before") return rejectReuse(session, change);
  if (entry.kind === "gone") throw consoleRejection();
  return { ...found, session: entry.session, token: token.text };
}

/** Whatever becomes of the audit entry, the session ends: a stranger may be in it. */
async function rejectReuse(session: ConsoleSession, change: Omit<Change, "actor">): Promise<never> {
  const { merchantId, sessionId } = session;
  log("warn", "a link into the console was used twice", { merchantId, sessionId });
  count("ReusedCodes");
  try {
    await audit("reuse-console-code", session, change);
  } finally {
    await markSessionEnded(session, change.at);
  }
  throw consoleRejection();
}

const audit = (action: string, session: ConsoleSession, change: Omit<Change, "actor">): Promise<void> =>
  recordAudit(
    session.merchantId,
    { action, subject: session.sessionId },
    { ...change, actor: session.sessionId, maker: makerName(session.maker) },
  );
