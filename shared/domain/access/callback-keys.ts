import { Failure } from "../failure.ts";

/**
 * The keys that callback secrets are sealed with. The current one seals; all of them open. A box names the key that
 * sealed it, so that a key can be changed while boxes of the old one are still there:
 * add a key that only opens → ten minutes later make it current → seal every box anew → remove the old one.
 */
export type CallbackKeys = {
  current: string;
  /** Functions still seal with the key that they remember for some minutes. */
  currentSince?: number | undefined;
  keys: Record<string, string>;
  /** Also of removed keys: no id is used twice, because a backup's boxes may still name it. */
  addedAt?: Record<string, number> | undefined;
};

/** Of the key that a deployment begins with: Secrets Manager generates it as a bare text. */
export const FIRST_KEY_ID = "0";

/** Functions remember a secret for five minutes; after twice that, all of them have read it again. */
const NOTICED_MS = 10 * 60_000;

export function addKey(ring: CallbackKeys, key: string, at: number): { keyId: string; ring: CallbackKeys } {
  const keyId = String(Math.max(...Object.keys({ ...ring.keys, ...ring.addedAt }).map(Number)) + 1);
  return {
    keyId,
    ring: { ...ring, keys: { ...ring.keys, [keyId]: key }, addedAt: { ...ring.addedAt, [keyId]: at } },
  };
}

export function useKey(ring: CallbackKeys, keyId: string, at: number): CallbackKeys {
  requireKey(ring, keyId);
  if (ring.current === keyId) return ring;
  const waitMs = (ring.addedAt?.[keyId] ?? 0) + NOTICED_MS - at;
  if (waitMs > 0)
    throw tooEarly(`Key ${keyId} was added just now, and functions may not know it yet`, waitMs);
  return { ...ring, current: keyId, currentSince: at };
}

/** `boxes`: how many name it. What a removed key has sealed can never be opened again. */
export function removeKey(ring: CallbackKeys, keyId: string, { at, boxes }: { at: number; boxes: number }) {
  requireKey(ring, keyId);
  if (ring.current === keyId)
    throw rejected(`Key ${keyId} is the current one. Make another one current first.`);
  const waitMs = (ring.currentSince ?? 0) + NOTICED_MS - at;
  if (waitMs > 0)
    throw tooEarly("The current key changed just now, and functions may still seal with the old one", waitMs);
  if (boxes > 0)
    throw rejected(`${boxes} callback secrets are sealed with key ${keyId}. Run secrets reseal first.`);
  const { [keyId]: _key, ...keys } = ring.keys;
  return { ...ring, keys } satisfies CallbackKeys;
}

function requireKey({ keys }: CallbackKeys, keyId: string): void {
  if (!Object.hasOwn(keys, keyId))
    throw new Failure("not_found", `No key ${keyId}. Existing keys: ${Object.keys(keys).join(", ")}.`);
}

const rejected = (detail: string): Failure => new Failure("invalid_request", detail);

const tooEarly = (reason: string, waitMs: number): Failure =>
  rejected(`${reason}: wait ${Math.ceil(waitMs / 60_000)} more minutes.`);
