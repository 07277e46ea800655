import type Stripe from "stripe";
import { type Answer, redirect } from "../http/answer.ts";
import { ApiError } from "../http/api-error.ts";
import { decodeForm } from "../http/form.ts";
import { oneOf, readParams } from "../http/params.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import {
  type AccountState,
  ENABLED,
  findAccount,
  REJECTED,
  RESTRICTED,
  SUBMITTED,
  setAccountState,
} from "../resources/account-state.ts";
import { NO_CAUSE } from "../world/scope.ts";
import type { World } from "../world/world.ts";

const OUTCOMES: Record<"complete" | "restrict" | "reject", AccountState> = {
  complete: ENABLED,
  restrict: RESTRICTED,
  reject: REJECTED,
};

const FORM = { outcome: oneOf("complete", "restrict", "reject") };

const HTML_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  // A link works once: a stored copy of the page would lead nowhere.
  "Cache-Control": "no-store",
};

export function answerOnboarding(world: World, request: ReceivedRequest, linkId: string): Answer {
  const link = world.store.objects.findAnywhere("onboarding_link", linkId)?.object;
  const account = link && findAccount(world, link.account);
  if (!link || !account) throw new ApiError(404, "This onboarding link does not exist.");
  if (link.used || link.expires_at * 1000 <= world.clock.nowMs()) return redirect(link.refresh_url);
  if (request.method === "GET") return { status: 200, body: onboardingPage(account), headers: HTML_HEADERS };
  const { outcome } = readParams(FORM, decodeForm(request.body));
  if (request.method !== "POST" || outcome === undefined) throw new ApiError(400, "Choose an outcome.");
  world.store.atomically(() => {
    world.store.objects.update({ ...link, used: true });
    const submitted = setAccountState(world, account, SUBMITTED, NO_CAUSE);
    setAccountState(world, submitted, OUTCOMES[outcome], NO_CAUSE);
  });
  return redirect(link.return_url);
}

function onboardingPage(account: Stripe.Account): string {
  const who = escapeHtml(account.email ?? account.id);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Onboarding (simulated)</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem; }
button { display: block; width: 100%; margin: 0.75rem 0; padding: 0.75rem; font: inherit; text-align: left; }
</style>
</head>
<body>
<main>
<h1>Onboarding (simulated)</h1>
<p>This page stands for the processor's own onboarding of <strong>${who}</strong>. Choose how it ends.</p>
<form method="post">
<button name="outcome" value="complete">Complete: charges and payouts are enabled</button>
<button name="outcome" value="restrict">Restrict: an identity document is missing</button>
<button name="outcome" value="reject">Reject: the account is rejected</button>
</form>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
