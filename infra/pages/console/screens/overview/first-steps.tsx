import { useContext } from "preact/hooks";
import * as api from "../../api/api.ts";
import { Card } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icon.tsx";
import { hrefOf } from "../../state/routes.ts";
import { SessionContext } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";

type Step = { name: string; isDone: boolean; text: string; href: string; link: string };

/** What a merchant without a payment does next, in this order. What cannot be asked for counts as not done. */
export function FirstSteps() {
  const isLive = useContext(SessionContext)?.dashboardUrl === "https://dashboard.stripe.com";
  const account = useFetched(api.onboarding).data;
  const keys = useFetched(api.keys).data;
  const endpoints = useFetched(api.endpoints).data;
  const steps: Step[] = [
    {
      name: "Stripe account",
      isDone: account?.chargesEnabled ?? false,
      text: "Stripe verifies your business before you can accept payments.",
      ...{ href: hrefOf("account"), link: "View account" },
    },
    {
      name: "API key",
      isDone: keys?.some((key) => key.isLive) ?? false,
      text: "Your server uses it to create payments.",
      ...{ href: hrefOf("keys"), link: "View API keys" },
    },
    {
      name: "Webhook endpoint",
      isDone: !!endpoints?.length,
      text: "Your server is notified when a payment succeeds, fails or is disputed.",
      ...{ href: hrefOf("endpoints"), link: "Add an endpoint" },
    },
    {
      name: "First payment",
      isDone: false,
      text: "Create a payment with your API key and pay it with a test card.",
      ...{ href: "/v1/docs#quickstart", link: "Open the quickstart" },
    },
    {
      name: "Going live",
      isDone: isLive,
      text: "Switch to the live environment, its keys and its endpoint.",
      ...{ href: "/v1/docs#going-live", link: "Open the guide" },
    },
  ];
  return (
    <Card
      title="Get started"
      actions={
        <span class="soft">
          {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
        </span>
      }
    >
      <ol class="first-steps">
        {steps.map(({ name, isDone, text, href, link }) => (
          <li key={name} class={isDone ? "good" : ""}>
            <Icon name={isDone ? "good" : "open"} />
            <div>
              <strong>{name}</strong> <span class="soft">{isDone ? "Done" : text}</span>
            </div>
            {!isDone && <a href={href}>{link}</a>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
