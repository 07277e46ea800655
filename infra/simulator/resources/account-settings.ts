import type Stripe from "stripe";
import { object, type Read, type ShapeOf, text } from "../http/params.ts";

const SETTINGS_SHAPE = {
  card_payments: object({ statement_descriptor_prefix: text }),
  payments: object({ statement_descriptor: text }),
} satisfies ShapeOf<Stripe.AccountUpdateParams.Settings>;

export const settingsFields = object(SETTINGS_SHAPE);

const NEW: Stripe.Account.Settings = {
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: "Etc/UTC" },
  payments: {
    statement_descriptor: "SIMULATED MERCHANT",
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
};

export const settingsOf = (
  current: Stripe.Account.Settings | null | undefined,
  given: Read<typeof SETTINGS_SHAPE> | undefined,
): Stripe.Account.Settings => {
  const settings = current ?? NEW;
  return {
    ...settings,
    card_payments: {
      ...settings.card_payments,
      statement_descriptor_prefix:
        given?.card_payments?.statement_descriptor_prefix ??
        settings.card_payments.statement_descriptor_prefix,
    },
    payments: {
      ...settings.payments,
      statement_descriptor: given?.payments?.statement_descriptor ?? settings.payments.statement_descriptor,
    },
  };
};

const PRINTED_CHARACTERS = 22;

/** Fact 35: the prefix and the suffix; without a prefix the account's own descriptor is cut to make room. */
export function printedDescriptor(account: Stripe.Account | undefined, suffix: string | null): string | null {
  const { card_payments: card, payments } = settingsOf(account?.settings, undefined);
  if (suffix === null) return payments.statement_descriptor;
  const tail = `* ${suffix}`;
  const head = card.statement_descriptor_prefix ?? payments.statement_descriptor ?? "";
  return head.slice(0, PRINTED_CHARACTERS - tail.length) + tail;
}
