import { Command } from "commander";
import { addAttention } from "./attention.ts";
import { addAudit } from "./audit.ts";
import { addBalances } from "./balances.ts";
import { addCallbacks } from "./callbacks.ts";
import { addConsole } from "./console.ts";
import { addDeadLetters } from "./dead-letters.ts";
import { addEvents } from "./events.ts";
import { onOneLine } from "./failures.ts";
import { addFees } from "./fees.ts";
import { addKeys } from "./keys.ts";
import { addMerchants } from "./merchants.ts";
import { addOpenWork } from "./open-work.ts";
import { addPayments } from "./payments.ts";
import { addPayouts } from "./payouts.ts";
import { addPlatformEvents } from "./platform-events.ts";
import { addReconcile } from "./reconcile.ts";
import { addSecrets } from "./secrets.ts";
import { addSimulate } from "./simulate.ts";

const EXAMPLES = `
Example:
  npm run operator -- merchants create --name "Corner Shop"
  npm run operator -- keys issue mer_… --label "web shop"
  npm run -s operator -- events list mer_… --delivery failed --env staging --json

Exit codes: 0 done, 2 rejected and nothing changed, 1 any other error.`;

/** `operator <noun> <verb>`, with all that the command line knows. */
export function buildProgram(): Command {
  const program = new Command("operator")
    .description("Manage merchants, keys, fees, callbacks and dead letters.")
    .option("--env <name>", "a deployed environment, such as staging (default: the local stack in STATE_DIR)")
    .option("--json", "print one JSON document")
    .option(
      "--actor <name>",
      "a name for the audit: your name on the local stack (default: $USER), only a note in deployed environments",
    )
    .option("-y, --yes", "do not ask for confirmation")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: (text, write) => write(`${onOneLine(text)}\n`) })
    .exitOverride()
    .addHelpText("after", EXAMPLES);
  // Only now: commands inherit how errors and exits are handled when they are added.
  for (const add of [
    addMerchants,
    addKeys,
    addCallbacks,
    addConsole,
    addEvents,
    addDeadLetters,
    addPayments,
    addPayouts,
    addFees,
    addBalances,
    addReconcile,
    addSecrets,
    addSimulate,
    addOpenWork,
    addAttention,
    addAudit,
    addPlatformEvents,
  ])
    add(program);
  return program;
}
