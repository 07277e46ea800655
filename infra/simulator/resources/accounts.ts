import type Stripe from "stripe";
import { ApiError, invalid } from "../http/api-error.ts";
import { mergeMetadata } from "../http/metadata.ts";
import type { Read } from "../http/params.ts";
import { PLATFORM } from "../world/scope.ts";
import {
  ACCOUNT_CREATE_PARAMS,
  ACCOUNT_FIELDS,
  newAccount,
  requestedCapabilities,
} from "./account-object.ts";
import { findOwn } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";
import { type Call, type Route, route } from "./route.ts";

const COLLECTION = "/v1/accounts";

function createAccount(call: Call, params: Read<typeof ACCOUNT_CREATE_PARAMS>): Stripe.Account {
  requirePlatform(call);
  if (params.type !== undefined && params.controller !== undefined) {
    throw invalid("You may only specify one of these parameters: controller, type.", { param: "controller" });
  }
  return call.insert("account", newAccount(call, params));
}

/** The platform sees all its accounts, an account only itself. */
function findVisible(call: Call): Stripe.Account {
  if (call.account !== PLATFORM && call.account !== call.id) {
    throw new ApiError(403, `The provided key does not have access to account '${call.id}'.`, {
      code: "account_invalid",
    });
  }
  return findOwn(call.within(PLATFORM), "account", call.id);
}

function updateAccount(call: Call, params: Read<typeof ACCOUNT_FIELDS>): Stripe.Account {
  const account = findVisible(call);
  const { capabilities, metadata, ...fields } = params;
  const changed = { ...account, ...fields } as Stripe.Account;
  changed.capabilities = requestedCapabilities(account.capabilities ?? {}, capabilities);
  changed.metadata = mergeMetadata(account.metadata ?? {}, metadata);
  call.within(account.id).emit("account.updated", call.save(changed));
  return changed;
}

function requirePlatform(call: Call): void {
  if (call.account !== PLATFORM) {
    throw invalid("Only the platform itself can do this: leave out the Stripe-Account header.");
  }
}

export const ACCOUNT_ROUTES: Route[] = [
  route({ method: "POST", path: COLLECTION, params: ACCOUNT_CREATE_PARAMS, run: createAccount }),
  route({
    method: "GET",
    path: COLLECTION,
    params: PAGING_BY_TIME,
    run: (call, paging) => listObjects(call, "account", { url: COLLECTION, paging }),
  }),
  route({ method: "GET", path: `${COLLECTION}/{id}`, params: {}, run: findVisible }),
  route({ method: "POST", path: `${COLLECTION}/{id}`, params: ACCOUNT_FIELDS, run: updateAccount }),
];
