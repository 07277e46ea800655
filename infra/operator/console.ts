import type { Command } from "commander";
import { lifeSecondsOf } from "../../shared/domain/access/console-session.ts";
import { createSession } from "../../shared/flows/console/create-session.ts";
import { getMerchant } from "../../shared/flows/get-merchant.ts";
import { offerView } from "../../shared/views/console-session.ts";
import { parsePlainText } from "./arguments.ts";
import { example } from "./example.ts";
import { fields, sections, shortTime } from "./output.ts";
import { requireServiceClock } from "./service-clock.ts";
import { type Input, run } from "./session.ts";
import { findApiUrl } from "./target.ts";

export function addConsole(program: Command): void {
  program
    .command("console <merchantId>")
    .description(
      "Create a link to a merchant's console for support. The merchant sees the session and its reason.",
    )
    .requiredOption("--reason <text>", "the reason, shown to the merchant and in the audit", parsePlainText)
    .option(
      "--manage",
      "may also redeliver, recover, test, disable, enable and end sessions (default: only read)",
    )
    .option("--money", "may also refund, capture and cancel")
    .addHelpText("after", example('console mer_… --reason "Ticket 4711: callbacks do not arrive"'))
    .action(run(offerConsole));
}

type ConsoleOptions = { reason: string; manage?: boolean; money?: boolean; env?: string };

const accessOf = ({ manage, money }: ConsoleOptions) =>
  money && manage ? "support" : money ? "money" : manage ? "manage" : "read";

async function offerConsole({
  args: [merchantId],
  options,
  session: operator,
}: Input<[string], ConsoleOptions>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const baseUrl = await findApiUrl(options.env);
  await requireServiceClock(baseUrl);
  const maker = { kind: "operator", name: operator.actor, reason: options.reason } as const;
  const access = accessOf(options);
  const offered = await createSession(merchant, { access, maker }, operator.change());
  const view = offerView(offered, baseUrl);
  operator.show(
    { ...view, merchantId, access },
    sections(
      fields({
        Session: view.sessionId,
        Merchant: `${merchant.name} (${merchantId})`,
        Access: `${access}, for ${lifeSecondsOf(offered.session) / 60} minutes`,
        Link: view.url,
        "Good until": shortTime(view.expiresAt),
      }),
      "The link works once and is not shown again. Do not share it.",
    ),
  );
}
