import type { Command } from "commander";
import { lifeSecondsOf } from "../../shared/domain/access/console-session.ts";
import { createSession } from "../../shared/flows/console/create-session.ts";
import { getMerchant } from "../../shared/ledger/merchants.ts";
import { offerView } from "../../shared/views/console-session.ts";
import { parsePlainText } from "./arguments.ts";
import { example } from "./example.ts";
import { fields, sections, shortTime } from "./output.ts";
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
      "--operate",
      "may also resend events, send a test event, disable and enable endpoints and end sessions (default: view only)",
    )
    .option("--money", "may also refund, capture and cancel")
    .addHelpText("after", example('console mer_… --reason "Ticket 4711: callbacks do not arrive"'))
    .action(run(offerConsole));
}

type ConsoleOptions = { reason: string; operate?: boolean; money?: boolean; env?: string };

const accessOf = ({ operate, money }: ConsoleOptions) =>
  money && operate ? "support" : money ? "money" : operate ? "manage" : "read";

/** As the console says it. */
const ACCESS_TEXTS = { read: "View", manage: "Operate", money: "Money", support: "Support" };

async function offerConsole({
  args: [merchantId],
  options,
  session: operator,
}: Input<[string], ConsoleOptions>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const baseUrl = await findApiUrl(options.env);
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
        Access: `${ACCESS_TEXTS[access]}, for ${lifeSecondsOf(offered.session) / 60} minutes`,
        Link: view.url,
        "Valid until": shortTime(view.expiresAt),
      }),
      "The link works once and is not shown again. Do not share it.",
    ),
  );
}
