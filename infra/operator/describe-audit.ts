import { sections, shortTime, table } from "./output.ts";
import type { auditView } from "./views.ts";

type Audit = { audit: ReturnType<typeof auditView>[]; auditIsCutOff: boolean };

/** `exportCommand`: shows the older entries. Without this line the list would look complete. */
export const describeAudit = ({ audit, auditIsCutOff }: Audit, exportCommand: string): string =>
  sections(
    table(["WHEN", "WHO", "WHAT", "ABOUT"], audit.map(rowOf)),
    auditIsCutOff ? `These are the newest ${audit.length}. Older ones: ${exportCommand}` : "",
  );

type Row = Audit["audit"][number];

const rowOf = ({ at, actor, maker, remark, action, subject, reason, more }: Row): string[] => [
  shortTime(at),
  `${actor}${maker ? ` of ${maker}` : ""}${remark ? ` ("${remark}")` : ""}`,
  action,
  `${reason ? `${subject}: ${reason}` : subject}${more ? ` (and ${more} older like this)` : ""}`,
];
