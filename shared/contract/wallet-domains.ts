import * as z from "zod/mini";
import { WALLET_DOMAIN_ID } from "../domain/id-forms.ts";
import type * as domain from "../domain/wallet-domain.ts";
import { WALLETS } from "../domain/wallet-domain.ts";
import { described, named } from "./described.ts";
import { nullableText } from "./fields.ts";
import { ONBOARDING } from "./onboarding.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";

const walletDomainId = described(
  "The domain's id at the processor.",
  z.string().check(z.regex(WALLET_DOMAIN_ID, { error: "must be the id of a wallet domain (pmd_…)." })),
);

/** Labels of letters, digits and hyphens, at least two; the last is no number. */
const HOST_NAME = /^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]$/;
const NOT_A_HOST_NAME = "must be a host name such as shop.example.com, without https:// and without a path.";

const domainName = z.pipe(
  z
    .string()
    .check(
      z.minLength(4, { error: NOT_A_HOST_NAME, abort: true }),
      z.maxLength(253, { error: NOT_A_HOST_NAME, abort: true }),
      z.regex(HOST_NAME, { error: NOT_A_HOST_NAME }),
    ),
  z.transform((name: string) => name.toLowerCase()),
);

const WalletDomain = named(
  "WalletDomain",
  "A website on which wallets can appear.",
  z.strictObject({
    id: walletDomainId,
    domainName: described("The website's host name.", z.string()),
    enabled: described("Whether it is registered for wallets.", z.boolean()),
    wallets: described(
      "Which wallets can appear there.",
      z.array(
        z.strictObject({
          wallet: described("The wallet. More may be added.", z.enum(WALLETS)),
          status: described("active: it can appear.", z.enum(["active", "inactive"])),
          problem: nullableText(
            "Why it cannot appear, in the processor's words; null if there is no problem.",
          ),
        }),
      ),
    ),
  }) satisfies z.ZodMiniType<domain.WalletDomain>,
);

const FAILURES = [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "no_connected_account"] as const;

const example: domain.WalletDomain = {
  id: "pmd_1QExample",
  domainName: "shop.example.com",
  enabled: true,
  wallets: [
    { wallet: "apple_pay", status: "active", problem: null },
    { wallet: "google_pay", status: "active", problem: null },
  ],
};

export const registerWalletDomain = {
  name: "register-wallet-domain",
  method: "POST",
  path: "/v1/wallet-domains",
  scope: "onboarding",
  console: "setup",
  tag: ONBOARDING,
  summary: "Register a website for wallets",
  description:
    "Apple Pay, Google Pay and other wallets appear only on registered websites. Register each host name of " +
    "your payment page, including each subdomain. Safe to repeat.",
  body: z.strictObject({ domainName: described("The website's host name.", domainName) }),
  example: { domainName: "shop.example.com" },
  answers: {
    201: { outcome: "registered", description: "It was registered.", schema: WalletDomain, example },
    200: { outcome: "known", description: "It was registered before.", schema: WalletDomain, example },
  },
  budget: "processor",
  failures: [...FAILURES, "in_progress"],
} as const satisfies Operation;

export const listWalletDomains = {
  name: "list-wallet-domains",
  method: "GET",
  path: "/v1/wallet-domains",
  scope: "onboarding",
  console: "setup",
  tag: ONBOARDING,
  summary: "List the websites for wallets",
  description: "Read from the processor, which stores them.",
  query: pageQuery(walletDomainId),
  answers: { 200: page(WalletDomain, [example]) },
  budget: "processor",
  failures: FAILURES,
} as const satisfies Operation;

export const validateWalletDomain = {
  name: "validate-wallet-domain",
  method: "POST",
  path: "/v1/wallet-domains/{id}/validate",
  pathParameters: { id: walletDomainId },
  scope: "onboarding",
  console: "setup",
  tag: ONBOARDING,
  summary: "Check a website for wallets again",
  description:
    "The processor checks again which wallets can appear there, for example after you have fixed a problem.",
  body: z.strictObject({}),
  example: {},
  answers: { 200: { description: "The website's current state.", schema: WalletDomain, example } },
  budget: "processor",
  failures: [...FAILURES, "not_found"],
} as const satisfies Operation;
