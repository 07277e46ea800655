import { fileURLToPath } from "node:url";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { hashOf, inlinePolicy } from "../../pages/inline-policy.ts";
import { buildInline } from "../../pages/page-build.ts";
import { AGAIN, SHOP_ACTIONS } from "./after-payment.ts";
import { TILL_STEPS } from "./till-steps.ts";
import { AGREEMENT, WAYS_TO_PAY, type WayToPay } from "./ways-to-pay.ts";

const SOURCE = {
  folder: fileURLToPath(new URL("../../pages/shop", import.meta.url)),
  script: "main.ts",
  style: "style.css",
};

type Built = { html: string; contentSecurityPolicy: string };

let built: Built | undefined;

/** Script and style are inside, and allowed by their hashes. Built when first asked for. */
export function shopPage(isServerDown = false): APIGatewayProxyStructuredResultV2 {
  built ??= build();
  return {
    statusCode: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": built.contentSecurityPolicy,
      "Cross-Origin-Opener-Policy": "same-origin",
    },
    body: isServerDown ? built.html.replace("<body>", '<body class="down">') : built.html,
  };
}

function build(): Built {
  const { script, style } = buildInline(SOURCE);
  return {
    html: document(script, style),
    contentSecurityPolicy: inlinePolicy(hashOf(script), hashOf(style)),
  };
}

const document = (script: string, style: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Demo shop</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<p class="place">Demo shop, on this machine only. Nothing here moves money.</p>
<nav aria-label="Demo"><a href="/" target="_blank" rel="noopener">Open the console<span class="for-ears"> (opens a tab)</span></a> <a href="/demo/docs" target="_blank" rel="noopener">Open the API reference<span class="for-ears"> (opens a tab)</span></a></nav>
<section class="product">
${LAMP}
<div>
<h1>A lamp</h1>
<p>It lights up when you pay.</p>
<p class="price">USD 49.99</p>
<button id="buy" class="first">Buy for 49.99</button>
<button data-buy="hold">Authorize now, capture later</button>
<button data-buy="save">Buy and save my card</button>
</div>
</section>
<p id="trouble" role="alert" hidden></p>
${choices()}${STORY}${TROUBLE}</main>
<noscript>The shop needs JavaScript.</noscript>
<script>${script}</script>
</body>
</html>
`;

const choices = (): string => `<section id="paying" aria-labelledby="how" hidden>
<h2 id="how" tabindex="-1">How will you pay?</h2>
<ul class="ways">
${WAYS_TO_PAY.map((way) => `<li>${button(way)}</li>`).join("\n")}
<li><button data-open-till>Card reader on the counter<small>Opens the till, with a simulated reader.</small></button></li>
</ul>
</section>
<section id="till" aria-labelledby="tills" hidden>
<h2 id="tills" tabindex="-1">At the till</h2>
<p aria-live="polite">Reader: <strong id="reader"></strong>. Action: <strong id="action"></strong></p>
<ul class="ways">
${TILL_STEPS.map(({ name, label, promise }) => `<li><button data-till="${name}">${label}<small>${promise}</small></button></li>`).join("\n")}
</ul>
</section>
<section id="agreeing" aria-labelledby="bank" hidden>
<h2 id="bank" tabindex="-1">Your bank, or Klarna, asks you to agree</h2>
${button(AGREEMENT)}
</section>
<section id="returning" aria-labelledby="returns" hidden>
<h2 id="returns" tabindex="-1">Next month</h2>
<ul class="ways">
${AGAIN.map(({ name, label, promise }) => `<li><button data-again="${name}">${label}<small>${promise}</small></button></li>`).join("\n")}
</ul>
</section>
<section id="acting" aria-labelledby="acts" hidden>
<h2 id="acts" tabindex="-1">Shop actions</h2>
<ul class="ways">
${SHOP_ACTIONS.map(({ name, label, promise }) => `<li><button data-action="${name}">${label}<small>${promise}</small></button></li>`).join("\n")}
</ul>
</section>
`;

const STORY = `<section id="story" aria-labelledby="happened" hidden>
<h2 id="happened" tabindex="-1">Timeline</h2>
<p>Status: <strong id="status"></strong></p>
<ol id="entries" aria-live="polite"></ol>
<p id="waiting" hidden>Waiting for the webhook…</p>
<p id="failed" role="alert" hidden>Webhook failed after 8 attempts. <a id="resend" target="_blank" rel="noopener" href="/">Resend it in the console<span class="for-ears"> (opens a tab)</span></a></p>
<p><a id="console" target="_blank" rel="noopener" href="/">View in the console<span class="for-ears"> (opens a tab)</span></a></p>
</section>
`;

const TROUBLE = `<section aria-labelledby="troubles">
<h2 id="troubles">Failures and time</h2>
<ul class="ways">
<li><button data-server><span class="if-up">Take the shop's server down<small>Webhooks get a 503 and are retried.</small></span><span class="if-down">Bring it back up<small>The shop's server is down: it answers 503.</small></span></button></li>
<li><button data-day>Advance one day<small>After eight attempts an event has failed. Resend it in the console.</small></button></li>
</ul>
<p id="passed" role="status"></p>
</section>
`;

const button = ({ name, label, promise, paymentMethod }: WayToPay): string => {
  const explained = [promise, paymentMethod && `<code>${paymentMethod}</code>`].filter(Boolean).join(" ");
  return `<button data-way="${name}">${label}${explained && `<small>${explained}</small>`}</button>`;
};

const LAMP =
  '<svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true"><path class="light" d="M20 92 34 40h28l14 52z"/>' +
  '<path class="shade" d="M36 12h24l8 30H28z"/><path class="stand" d="M46 42h4v42h14v5H32v-5h14z"/></svg>';
