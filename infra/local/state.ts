import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { base62 } from "../../shared/domain/access/credential.ts";

export type LocalSecrets = {
  processorSecretKey: string;
  publishableKey: string;
  webhookSecret: string;
  callbackKey: string;
};

/** Data of another format is not read. */
const FORMAT = 2;

export function loadSecrets(stateDir: string): LocalSecrets {
  mkdirSync(stateDir, { recursive: true });
  const path = join(stateDir, "secrets.json");
  const format = join(stateDir, "format.json");
  if (!existsSync(path)) {
    writeJson(format, FORMAT);
    writeJson(path, newSecrets());
  }
  if (!existsSync(format) || readJson(format) !== FORMAT)
    throw new Error(`${stateDir} has data of another release. Set STATE_DIR to another folder.`);
  const secrets = readJson<Partial<LocalSecrets>>(path);
  const missing = SECRET_NAMES.filter((name) => !secrets[name]);
  if (missing.length === 0) return secrets as LocalSecrets;
  throw new Error(`${path} lacks ${missing.join(", ")}. Restore it, or set STATE_DIR to another folder.`);
}

export const keepCallbackKey = (stateDir: string, callbackKey: string): void =>
  writeJson(join(stateDir, "secrets.json"), { ...loadSecrets(stateDir), callbackKey });

const newSecrets = (): LocalSecrets => ({
  processorSecretKey: `sk_test_${base62(randomBytes(24))}`,
  // As long as the processor makes them: it is in every answer that is stored.
  publishableKey: `pk_test_51${base62(randomBytes(97))}`,
  webhookSecret: `whsec_${base62(randomBytes(32))}`,
  callbackKey: base62(randomBytes(64)),
});

/** The key that the functions have: it may do what shared/contract/going-live.md asks for, and nothing else. */
export const restrictedKeyOf = ({ processorSecretKey }: LocalSecrets): string =>
  processorSecretKey.replace(/^sk_/, "rk_");

const SECRET_NAMES = Object.keys(newSecrets()) as (keyof LocalSecrets)[];

/** The operator's command reads it too. */
export const environmentFile = (stateDir: string): string => join(stateDir, "environment.json");

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8")) as T;

/** Never half a file, and readable by its owner only. */
export function writeJson(path: string, value: unknown): void {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}
