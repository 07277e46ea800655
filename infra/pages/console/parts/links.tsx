import type { ComponentChildren } from "preact";
import { linkTo } from "../state/routes.ts";
import { Text } from "./text.tsx";

type LinkProps = { id: string; children?: ComponentChildren; class?: string };

const linkOf =
  (screen: "payment" | "event" | "payout" | "dispute" | "endpoint") =>
  ({ id, children = <Text value={id} />, ...rest }: LinkProps) => {
    const href = linkTo(screen, id);
    return href ? (
      <a href={href} {...rest}>
        {children}
      </a>
    ) : (
      children
    );
  };

export const PaymentLink = linkOf("payment");
export const PayoutLink = linkOf("payout");
export const DisputeLink = linkOf("dispute");
export const EventLink = linkOf("event");
export const EndpointLink = linkOf("endpoint");
