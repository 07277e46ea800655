import type { Command } from "commander";
import { endpointsOf } from "../../shared/domain/events/callback-endpoint.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { signUpMerchant } from "../../shared/flows/merchants/change-merchant.ts";
import { adoptByHand } from "../../shared/flows/onboarding/adopt-by-hand.ts";
import { detachAccount } from "../../shared/flows/onboarding/detach-account.ts";
import { syncAccount } from "../../shared/flows/onboarding/sync-account.ts";
import { recordAudit } from "../../shared/flows/record-audit.ts";
import { findAccountCreation } from "../../shared/ledger/accounts.ts";
import { listApiKeys } from "../../shared/ledger/api-keys.ts";
import { AUDIT_LISTED, listAudit } from "../../shared/ledger/audit.ts";
import { getMerchant, listMerchants, type Merchant } from "../../shared/ledger/merchants.ts";
import { parseLimit, parsePlainText } from "./arguments.ts";
import { confirm } from "./confirm.ts";
import { example } from "./example.ts";
import { addFeeOptions, describeFee, type FeeOptions, readFeePolicy } from "./fee-options.ts";
import { addMerchantData } from "./merchant-data.ts";
import { addMerchantFees } from "./merchant-fees.ts";
import { fields, sections, shortTime, table } from "./output.ts";
import { type Input, run, type Session } from "./session.ts";
import { auditView, endpointView, keyView, merchantView } from "./views.ts";

export function addMerchants(program: Command): void {
  const merchants = program
    .command("merchants")
    .description("Create and show merchants, and set their fees.")
    .addHelpText("after", example('merchants create --name "Corner Shop"'));
  addSignUpAndLists(merchants);
  addMerchantFees(merchants);
  addAccounts(merchants);
  addMerchantData(merchants);
}

function addSignUpAndLists(merchants: Command): void {
  const creation = merchants
    .command("create")
    .description("Create a merchant, without key, account and callbacks.")
    .requiredOption("--name <name>", "the merchant's name", parsePlainText);
  addFeeOptions(creation)
    .addHelpText("after", example('merchants create --name "Corner Shop" --bps 200 --fixed usd=25'))
    .action(run(create));

  merchants
    .command("list")
    .description("List merchants, newest first.")
    .option("--limit <n>", "maximum number (1 to 1000)", parseLimit, 50)
    .option("--after <merchantId>", "start after this one")
    .addHelpText("after", example("merchants list --limit 20"))
    .action(run(list));

  merchants
    .command("show <merchantId>")
    .description("Show a merchant: account, fee, callbacks, keys and audit.")
    .addHelpText("after", example("merchants show mer_…"))
    .action(run(show));
}

function addAccounts(merchants: Command): void {
  merchants
    .command("refresh-account <merchantId>")
    .description("Update a merchant's account from the processor.")
    .addHelpText("after", example("merchants refresh-account mer_…"))
    .action(run(refreshAccount));

  merchants
    .command("adopt-account <merchantId>")
    .description("Attach an account that was created for this merchant and was lost or detached.")
    .argument("<accountId>", "the processor's id: acct_…")
    .addHelpText("after", example("merchants adopt-account mer_… acct_…"))
    .action(run(adopt));

  merchants
    .command("detach-account <merchantId>")
    .description("Detach a merchant's connected account, so that it can onboard with another.")
    .addHelpText("after", example("merchants detach-account mer_…"))
    .action(run(detach));
}

async function create({ options, session }: Input<[], FeeOptions & { name: string }>): Promise<void> {
  const terms = { name: options.name, feePolicy: readFeePolicy(options) ?? null };
  const merchant = merchantView(await signUpMerchant(terms, session.change()));
  const { merchantId, name } = merchant;
  session.show(merchant, `${name} is ${merchantId}. Next: ${session.command(`keys issue ${merchantId}`)}`);
}

async function list({ options, session }: Input<[], { limit: number; after?: string }>): Promise<void> {
  const last = options.after === undefined ? undefined : await getMerchant(options.after);
  const { items, hasMore } = await listMerchants(options.limit, last);
  const next = hasMore ? (items.at(-1)?.merchantId ?? null) : null;
  session.show({ merchants: items.map(merchantView), next }, describeList(items, next));
}

function describeList(merchants: Merchant[], next: string | null): string {
  const rows = merchants.map((merchant) => {
    const { merchantId, name, onboardingStatus, createdAt } = merchantView(merchant);
    return [merchantId, name, onboardingStatus, describeFee(merchant.feePolicy), shortTime(createdAt)];
  });
  const headings = ["MERCHANT", "NAME", "ONBOARDING", "FEE", "CREATED"];
  return sections(table(headings, rows), next ? `There are more: --after ${next}` : "");
}

async function show({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const [keys, audit, creation] = await Promise.all([
    listApiKeys(merchantId),
    listAudit(merchantId),
    findAccountCreation(merchantId),
  ]);
  const at = Date.now();
  const view = {
    ...merchantView(merchant),
    accountsApi: creation ? (creation.terms.v2 ? "v2" : "v1") : null,
    callbackEndpoints: endpointsOf(merchant).map((endpoint) => endpointView(endpoint, at)),
    keys: keys.map((key) => keyView(key, at)),
    audit: audit.map(auditView),
    auditIsCutOff: audit.length >= AUDIT_LISTED || audit.some(({ more }) => more !== undefined),
  };
  session.show(
    view,
    sections(describeMerchant(view), describeAudit(view, session.command(`merchants export ${merchantId}`))),
  );
}

type EndpointView = ReturnType<typeof endpointView>;

type MerchantDetails = ReturnType<typeof merchantView> & {
  /** Which API of the processor was asked for the account; null if none was. */
  accountsApi: string | null;
  callbackEndpoints: EndpointView[];
  keys: ReturnType<typeof keyView>[];
};

const describeEndpoint = ({ url, disabled }: EndpointView): string =>
  `${url}${disabled ? " (disabled)" : ""}`;

function describeMerchant({ callbackEndpoints, keys, ...merchant }: MerchantDetails): string {
  return sections(
    fields({
      Merchant: merchant.merchantId,
      Name: merchant.name,
      Created: shortTime(merchant.createdAt),
      Account: [
        merchant.processorAccountId ?? "none",
        merchant.onboardingStatus,
        ...(merchant.accountsApi ? [`created with ${merchant.accountsApi}`] : []),
      ].join(", "),
      "Still required": merchant.requirements ?? "nothing",
      Fee: describeFee(merchant.feePolicy),
      Callbacks: callbackEndpoints.map(describeEndpoint).join(", ") || "none",
    }),
    table(
      ["KEY", "STATE", "PRESET", "LABEL", "CREATED", "ENDS"],
      keys.map((key) => [
        key.keyId,
        key.state,
        key.preset,
        key.label ?? "",
        shortTime(key.createdAt),
        shortTime(key.endsAt),
      ]),
    ),
  );
}

type AuditView = ReturnType<typeof auditView>;

/** `exportCommand`: shows the older entries. Without this line the list would look complete. */
export const describeAudit = (
  { audit, auditIsCutOff }: { audit: AuditView[]; auditIsCutOff: boolean },
  exportCommand: string,
): string =>
  sections(
    table(["WHEN", "WHO", "WHAT", "ABOUT"], audit.map(auditRow)),
    auditIsCutOff ? `These are the newest ${audit.length}. Older ones: ${exportCommand}` : "",
  );

const auditRow = ({ at, actor, maker, remark, action, subject, reason, more }: AuditView): string[] => [
  shortTime(at),
  `${actor}${maker ? ` of ${maker}` : ""}${remark ? ` ("${remark}")` : ""}`,
  action,
  `${reason ? `${subject}: ${reason}` : subject}${more ? ` (and ${more} older like this)` : ""}`,
];

async function refreshAccount({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const subject = requireAccountId(merchant);
  await recordAudit(merchantId, { action: "refresh-account", subject }, session.change());
  showAccount(await syncAccount(merchant), session);
}

async function adopt({ args: [merchantId, accountId], session }: Input<[string, string]>): Promise<void> {
  showAccount(await adoptByHand(await getMerchant(merchantId), accountId, session.change()), session);
}

function showAccount(merchant: Merchant, session: Session): void {
  const view = merchantView(merchant);
  const { merchantId, processorAccountId, onboardingStatus, requirements } = view;
  session.show(
    view,
    table(
      ["MERCHANT", "ACCOUNT", "ONBOARDING", "STILL REQUIRED"],
      [[merchantId, processorAccountId ?? "none", onboardingStatus, requirements ?? "nothing"]],
    ),
  );
}

async function detach({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const accountId = requireAccountId(merchant);
  await confirm(
    session,
    `${merchant.name} cannot create or charge payments until it onboards again. Customers can still pay in the ` +
      `browser what was created on ${accountId}. Detach it?`,
  );
  const detached = await detachAccount(merchant, session.change());
  session.show(
    merchantView(detached),
    `${accountId} is detached. Its payments stay. ${merchant.name} can create a new account.`,
  );
}
