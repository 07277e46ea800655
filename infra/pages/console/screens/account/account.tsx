import { worded } from "../../../../../shared/domain/payments/method-words.ts";
import { isLocal } from "../../address/is-local.ts";
import * as api from "../../api/api.ts";
import { CallError } from "../../api/call.ts";
import type { Schemas } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { IdFact } from "../../parts/copied-id.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { Lacks } from "../../parts/lacks.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useMay } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { labelOf, ONBOARDING_LABELS } from "../../words/labels.ts";
import { WalletDomains } from "./wallet-domains.tsx";

/** The merchant's account at Stripe: its status, what Stripe still needs, and the way to give it. */
export function Account() {
  const onboarding = useFetched(api.onboarding);
  const mayOnboard = useMay("setup", "onboarding");
  return (
    <Screen title="Account" of={onboarding}>
      <Loaded of={onboarding}>{(data) => <StripeAccount account={data} mayOnboard={mayOnboard} />}</Loaded>
      {mayOnboard && <WalletDomains />}
    </Screen>
  );
}

type StripeAccountProps = { account: Schemas["Onboarding"]; mayOnboard: boolean };

function StripeAccount({ account, mayOnboard }: StripeAccountProps) {
  const { onboardingStatus: status, processorAccountId, chargesEnabled, payoutsEnabled } = account;
  const needs = needsOf(account.requirements);
  const canGoOn = processorAccountId !== null && status !== "enabled";
  return (
    <Card title="Stripe account" actions={<Chip of={ONBOARDING_LABELS} value={status} />}>
      <p class="answer">{labelOf(ONBOARDING_LABELS, status).meaning}</p>
      <Facts>
        <Fact name="Payments">{chargesEnabled ? "Enabled" : "Not yet"}</Fact>
        <Fact name="Payouts">{payoutsEnabled ? "Enabled" : "Not yet"}</Fact>
        {needs.length > 0 && (
          <Fact name="Stripe still needs">
            <ul>
              {needs.map((need) => (
                <li key={need}>
                  <Text value={need} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {processorAccountId !== null && <IdFact name="account ID" value={processorAccountId} />}
      </Facts>
      {canGoOn && mayOnboard && <ActionButton text="Continue at Stripe" act={goOn} primary />}
      {canGoOn && !mayOnboard && <Lacks permission="setup" to="continue at Stripe" />}
    </Card>
  );
}

/** Each once, as people write it: "individual.verification.document" is "Individual: verification document". */
const needsOf = (requirements: string | null): string[] => [
  ...new Set(
    (requirements ?? "")
      .split(/,\s*/)
      .filter(Boolean)
      .map((need) => worded(need.replace(/^(\w+)\./, "$1: ").replaceAll(".", " "))),
  ),
];

/** No other address is gone to, whatever an answer says; on a developer's machine the simulator stands for Stripe. */
const ALLOWED = /^https:\/\/connect\.stripe\.com\//;
const ALLOWED_HERE = /^http:\/\/127\.0\.0\.1:\d+\//;

async function goOn(): Promise<void> {
  const back = `${location.origin}/console${hrefOf("account").replace(/\?.*/, "")}`;
  const { url } = await api.onboardingLink(back);
  if (!(isLocal() ? ALLOWED_HERE : ALLOWED).test(url))
    throw new CallError("The link does not lead to Stripe.");
  location.href = url;
}
