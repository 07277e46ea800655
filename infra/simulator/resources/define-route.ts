import type Stripe from "stripe";
import type { Form } from "../http/form.ts";
import { type ParametersType, rejectUnknownNames } from "../http/parameter-names.ts";
import { listOf, type Read, readParams, type Shape, text } from "../http/params.ts";
import type { Kind, Kinds } from "../storage/kinds.ts";
import type { Scope } from "../world/scope.ts";
import type { Switches } from "../world/switches.ts";

export type Call = Scope & {
  id: string;
  key: "secret" | "publishable";
  baseUrl: string;
  switches: Switches;
};

export type Route = {
  method: string;
  /** Segments, with `{id}` where an object's id stands. */
  path: string;
  /** Whether a browser may call it, with the publishable key and the object's client secret. */
  publishable: boolean;
  type: ParametersType;
  /** Checks the parameters; running comes later, so that a rejection here is never saved under a key. */
  prepare(form: Form): (call: Call) => { answer: Sendable; expand: string[] };
};

type StoredObject = Kinds[Exclude<Kind, "onboarding_link" | "payout_item" | "thin_event" | "v2_account">];

export type Sendable =
  | StoredObject
  | Stripe.ApiList<StoredObject>
  | Stripe.ApiSearchResult<Stripe.PaymentIntent>
  | Stripe.ApiSearchResult<Stripe.Customer>
  | Stripe.ApiSearchResult<Stripe.Charge>
  | Stripe.DeletedCustomer
  | Stripe.AccountLink
  | Stripe.Balance
  | Stripe.V2.Core.Account
  | Stripe.V2.Core.AccountLink
  | { data: Stripe.V2.Core.Account[]; next_page_url: string | null; previous_page_url: string | null }
  | Stripe.Terminal.ConnectionToken
  /** Fact 2: what a publishable key sees of an intent. */
  | Omit<Stripe.PaymentIntent, "metadata">;

/** `name`: such as "POST /v1/payouts/{id}/cancel". `type`: what the SDK calls its parameters. */
export function route<S extends Shape>(
  name: `${"GET" | "POST" | "DELETE"} /${string}`,
  type: ParametersType,
  params: S,
  run: (call: Call, params: Read<S>) => Sendable,
): Route {
  const [method = "", path = ""] = name.split(" ");
  const all = { ...params, expand: listOf(text) };
  return {
    method,
    path,
    publishable: false,
    type,
    prepare(form) {
      rejectUnknownNames(type, form);
      const { expand, ...own } = readParams(all, form);
      return (call) => ({
        answer: run(call, own as Read<S>),
        expand: (expand as string[] | undefined) ?? [],
      });
    },
  };
}

export const forBrowsers = (secret: Route): Route => ({ ...secret, publishable: true });
