import type Stripe from "stripe";
import { Failure, isFailure, isRejection, processorSays } from "../domain/failure.ts";
import type { Once } from "../domain/id.ts";
import { WALLET_DOMAIN_ID } from "../domain/id-forms.ts";
import type { Page, PageQuery } from "../domain/page.ts";
import { WALLETS, type Wallet, type WalletDomain, type WalletName } from "../domain/wallet-domain.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
import { makeOnce } from "./make-once.ts";

/*
 * Domains on which the processor's browser SDK may show wallets. They are registered in the account that charges, by the
 * platform's key. The processor gives them no metadata, so one is found by its name, which an account has once.
 */

type Owner = { accountId: string };

const FIELDS = { domain_name: "domainName" };

export type Registration = { outcome: "registered" | "known"; domain: WalletDomain };

export async function registerWalletDomain({
  accountId,
  domainName,
  once,
}: Owner & { domainName: string; once: Once }): Promise<Registration> {
  const options = { stripeAccount: accountId };
  const find = () => findByName(accountId, domainName);
  const known = await find();
  if (known)
    return { outcome: "known", domain: toDomain(known.enabled ? known : await enable(known, options)) };
  const parameters = { domain_name: domainName, enabled: true };
  const made = await makeOnce(once, {
    make: (idempotencyKey) =>
      callProcessor(
        (stripe) => stripe.paymentMethodDomains.create(parameters, { ...options, idempotencyKey }),
        FIELDS,
      ),
    find,
  }).catch(async (error: unknown) => {
    // Another request may have registered it since we looked, and a second time may be rejected.
    const found = isRejection(error) ? await find() : undefined;
    if (!found) throw error;
    return found;
  });
  return { outcome: "registered", domain: toDomain(made) };
}

/** Done twice it is the same. */
const enable = ({ id }: Stripe.PaymentMethodDomain, options: { stripeAccount: string }) =>
  callProcessor((stripe) => stripe.paymentMethodDomains.update(id, { enabled: true }, options));

async function findByName(accountId: string, domain_name: string) {
  const parameters = { domain_name, limit: 1 };
  const { data } = await readFromProcessor((stripe) =>
    stripe.paymentMethodDomains.list(parameters, { stripeAccount: accountId }),
  );
  return data[0];
}

export async function listWalletDomains({
  accountId,
  limit,
  startingAfter,
}: Owner & PageQuery): Promise<Page<WalletDomain>> {
  const paging = { limit, ...(startingAfter && { starting_after: startingAfter }) };
  const list = await callProcessor(
    (stripe) => stripe.paymentMethodDomains.list(paging, { stripeAccount: accountId }),
    { starting_after: "startingAfter" },
  );
  return { items: list.data.map(toDomain), hasMore: list.has_more, lastId: list.data.at(-1)?.id };
}

/** The processor looks again whether each wallet can show. Another account's domain is unknown to it here. */
export async function validateWalletDomain({ accountId, id }: Owner & { id: string }): Promise<WalletDomain> {
  if (!WALLET_DOMAIN_ID.test(id)) throw noSuchDomain();
  try {
    return toDomain(
      await callProcessor((stripe) =>
        stripe.paymentMethodDomains.validate(id, {}, { stripeAccount: accountId }),
      ),
    );
  } catch (error) {
    if (isFailure(error, "processor_rejected") && processorSays(error) === "missing")
      throw noSuchDomain(error);
    throw error;
  }
}

const noSuchDomain = (cause?: unknown): Failure =>
  new Failure("not_found", "There is no such wallet domain.", { cause });

const toDomain = (domain: Stripe.PaymentMethodDomain): WalletDomain => ({
  id: domain.id,
  domainName: domain.domain_name,
  enabled: domain.enabled,
  wallets: WALLETS.flatMap((wallet) => walletIn(domain, wallet)),
});

/** A wallet that this version of the API does not tell of is left out. */
function walletIn(domain: Partial<Stripe.PaymentMethodDomain>, wallet: WalletName): Wallet[] {
  const state = domain[wallet];
  if (!state) return [];
  const status = state.status === "active" ? "active" : "inactive";
  return [{ wallet, status, problem: state.status_details?.error_message ?? null }];
}
