import Stripe from "stripe";

/*
 * Takes the place of the processor's SDK, and is the SDK: only that each key has one client for the whole process. A cold
 * function makes itself one with 58 resources, of which it uses two, and here every function is cold once in a seed.
 */

const clients = new Map<string, Stripe>();

export default new Proxy(Stripe, {
  construct(_, [key, config]: [string, Stripe.StripeConfig]) {
    const client = clients.get(key) ?? new Stripe(key, config);
    clients.set(key, client);
    return client;
  },
});
