import type { Command } from "commander";
import { isoTime } from "../../shared/domain/time.ts";
import { listAttention } from "../../shared/flows/attention/list-attention.ts";
import { resolveAttention } from "../../shared/flows/attention/resolve-attention.ts";
import { getMerchant, type Merchant, merchantPages } from "../../shared/ledger/merchants.ts";
import { attentionView } from "../../shared/views/attention.ts";
import { parseLimit } from "./arguments.ts";
import { example } from "./example.ts";
import { moreText, sections, shortTime, table } from "./output.ts";
import { type Input, run } from "./session.ts";

export function addAttention(program: Command): void {
  const attention = program
    .command("attention")
    .description(
      "List and resolve what needs a person: expiring holds, disputes, fraud warnings, failed refunds and payouts, failing endpoints.",
    )
    .addHelpText("after", example("attention list"));

  attention
    .command("list")
    .description("List items of one merchant, most urgent first, or of all, merchant by merchant.")
    .argument("[merchantId]", "mer_…")
    .option("--limit <n>", "maximum number of items (1 to 1000)", parseLimit, 100)
    .addHelpText("after", example("attention list mer_…"))
    .action(run(list));

  attention
    .command("resolve <merchantId> <attentionId>")
    .description(
      "Take a failed refund or payout, or a fraud warning, off the list, after a person has settled it. No money is moved.",
    )
    .addHelpText("after", example("attention resolve mer_… att_re_…"))
    .action(run(resolve));
}

async function resolve({ args: [merchantId, attentionId], session }: Input<[string, string]>): Promise<void> {
  const { merchantId: owner } = await getMerchant(merchantId);
  const resolvedAt = isoTime(await resolveAttention(owner, attentionId, session.change()));
  session.show({ attentionId, resolvedAt }, `${attentionId} is resolved since ${shortTime(resolvedAt)}.`);
}

async function list({
  args: [merchantId],
  options: { limit },
  session,
}: Input<string[], { limit: number }>): Promise<void> {
  const found: (ReturnType<typeof attentionView> & { merchantId: string })[] = [];
  const merchants = merchantId === undefined ? everyMerchant() : [await getMerchant(merchantId)];
  for await (const merchant of merchants) {
    if (found.length > limit) break;
    if (merchant.erasedAt !== undefined) continue;
    const { items } = await listAttention(merchant, { limit: limit + 1 - found.length }, Date.now());
    found.push(...items.map((item) => ({ merchantId: merchant.merchantId, ...attentionView(item) })));
  }
  const shown = found.slice(0, limit);
  const rows = shown.map(({ merchantId: owner, attentionId, kind, subject, since, dueBy, replacement }) => [
    owner,
    kind,
    replacement ? "replacement under way" : (attentionId ?? "–"),
    Object.values(subject).join(" "),
    shortTime(since),
    shortTime(dueBy),
  ]);
  session.show(
    shown,
    sections(
      table(["MERCHANT", "KIND", "ITEM", "SUBJECT", "SINCE", "DUE BY"], rows, "Nothing needs attention."),
      moreText(found.length > limit),
    ),
  );
}

async function* everyMerchant(): AsyncGenerator<Merchant> {
  for await (const merchants of merchantPages()) yield* merchants;
}
