import type { Command } from "commander";
import { addKey, removeKey, useKey } from "../../shared/domain/access/callback-keys.ts";
import { base62 } from "../../shared/domain/access/credential.ts";
import { countBoxesByKey, resealSecrets } from "../../shared/flows/callbacks/reseal-secrets.ts";
import { readCallbackKeys, writeCallbackKeys } from "../../shared/runtime/secrets.ts";
import { example } from "./example.ts";
import { table } from "./output.ts";
import { type Input, run } from "./session.ts";

const KEY_BYTES = 48;

/** Every stored secret can be opened at every moment of the change. */
export function addCallbackKeys(secrets: Command): void {
  secrets
    .command("keys")
    .description(
      "List the callback keys: which one encrypts, and how many secrets each has encrypted. Prints no key.",
    )
    .addHelpText("after", example("secrets keys --env staging"))
    .action(run(list));
  secrets
    .command("add-key")
    .description("Step 1: add a callback key. It only decrypts until it is made current.")
    .addHelpText("after", example("secrets add-key --env staging"))
    .action(run(add));
  secrets
    .command("use-key")
    .argument("<encryptionKeyId>", "the id that add-key printed")
    .description("Step 2, ten minutes later: encrypt with this key from now on.")
    .addHelpText("after", example("secrets use-key 1 --env staging"))
    .action(run(use));
  secrets
    .command("reseal")
    .description("Step 3: encrypt every merchant's callback secrets again. Safe to repeat.")
    .addHelpText("after", example("secrets reseal --env staging"))
    .action(run(reseal));
  secrets
    .command("remove-key")
    .argument("<encryptionKeyId>", "a key that encrypts no secret")
    .description("Step 4: remove a key. Fails while it encrypts any secret.")
    .addHelpText("after", example("secrets remove-key 0 --env staging"))
    .action(run(remove));
}

async function list({ session }: Input): Promise<void> {
  const { current, keys } = await readCallbackKeys();
  const boxes = await countBoxesByKey();
  const rows = Object.keys(keys).map((keyId) => ({
    keyId,
    current: keyId === current,
    sealed: boxes.get(keyId) ?? 0,
  }));
  session.show(
    { keys: rows },
    table(
      ["KEY", "ENCRYPTS", "SECRETS"],
      rows.map(({ keyId, current: seals, sealed }) => [keyId, seals ? "yes" : "no", String(sealed)]),
    ),
  );
}

async function add({ session }: Input): Promise<void> {
  const { at, random } = session.change();
  const { keyId, ring } = addKey(await readCallbackKeys(), base62(random(KEY_BYTES)), at);
  await writeCallbackKeys(ring);
  session.show(
    { keyId },
    `Key ${keyId} decrypts from now on. In ten minutes: ${session.command(`secrets use-key ${keyId}`)}`,
  );
}

async function use({ args: [keyId], session }: Input<[string]>): Promise<void> {
  const ring = useKey(await readCallbackKeys(), keyId, session.change().at);
  await writeCallbackKeys(ring);
  session.show(
    { current: ring.current },
    `Key ${keyId} encrypts from now on. Next: ${session.command("secrets reseal")}`,
  );
}

async function reseal({ session }: Input): Promise<void> {
  const report = await resealSecrets(session.change().random);
  const { resealed, alreadyCurrent } = report;
  session.show(
    report,
    `${resealed} merchants' secrets encrypted again, ${alreadyCurrent} already used the current key.`,
  );
}

async function remove({ args: [keyId], session }: Input<[string]>): Promise<void> {
  const boxes = (await countBoxesByKey()).get(keyId) ?? 0;
  await writeCallbackKeys(removeKey(await readCallbackKeys(), keyId, { at: session.change().at, boxes }));
  session.show({ removed: keyId }, `Key ${keyId} is removed.`);
}
