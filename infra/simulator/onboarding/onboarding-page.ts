import type Stripe from "stripe";

export function onboardingPage(account: Stripe.Account): string {
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
