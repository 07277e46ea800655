import type { ComponentChildren } from "preact";
import { isId } from "../address/ids.ts";
import { hrefOf } from "../state/routes.ts";
import { Text } from "./text.tsx";

type LinkProps = { id: string; children?: ComponentChildren; class?: string };

/** An id leads somewhere only if it has the form of one: no text of an answer becomes an address by itself. */
const linkTo =
  (screen: "payment" | "event" | "payout" | "endpoint") =>
  ({ id, children = <Text value={id} />, ...rest }: LinkProps) =>
    isId(screen, id) ? (
      <a href={hrefOf(screen, { id })} {...rest}>
        {children}
      </a>
    ) : (
      children
    );

export const PaymentLink = linkTo("payment");
export const PayoutLink = linkTo("payout");
export const EventLink = linkTo("event");
export const EndpointLink = linkTo("endpoint");
