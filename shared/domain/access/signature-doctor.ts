import { EVENT_ID } from "../id-forms.ts";
import {
  looksLikeStandardHeader,
  SIGNATURE_TOLERANCE_SECONDS,
  signedAtSeconds,
  standardKeyOf,
  verifySignature,
} from "./signing-secret.ts";

export const SIGNATURE_VERDICTS = [
  "valid",
  "wrong_secret",
  "old_secret",
  "timestamp_too_old",
  "timestamp_too_new",
  "body_reserialized",
  "header_malformed",
  "other_scheme_header",
  "other_scheme_secret",
] as const;
export type DoctorsVerdict = (typeof SIGNATURE_VERDICTS)[number];

export type SeenMessage = { rawBody: string; signatureHeader: string };

export type KnownFacts = { live: string[]; ended: string[]; sentBody?: Uint8Array | undefined };

export function diagnoseSignature(
  { rawBody, signatureHeader: header }: SeenMessage,
  { live, ended, sentBody }: KnownFacts,
  nowSeconds: number,
): DoctorsVerdict {
  const seen = Buffer.from(rawBody);
  if (looksLikeStandardHeader(header)) return "other_scheme_header";
  const verdict = verifySignature({ rawBody: seen, header }, live, nowSeconds);
  if (verdict !== "mismatch") return MEANINGS[verdict];
  const isSigned = (body: Uint8Array, secrets: (string | Uint8Array)[]) =>
    verifySignature({ rawBody: body, header }, secrets, nowSeconds) !== "mismatch";
  if (isSigned(seen, ended)) return "old_secret";
  if (isSigned(seen, otherFormsOf([...live, ...ended]))) return "other_scheme_secret";
  const others = [
    ...(sentBody ? [sentBody] : []),
    ...otherSpellings(rawBody).map((text) => Buffer.from(text)),
  ];
  return others.some((body) => isSigned(body, [...live, ...ended])) ? "body_reserialized" : "wrong_secret";
}

const MEANINGS = {
  valid: "valid",
  malformed: "header_malformed",
  too_old: "timestamp_too_old",
  too_new: "timestamp_too_new",
} as const satisfies Record<string, DoctorsVerdict>;

/** What a receiver may have taken for the key: the bytes of the secret's base64, or its text without the prefix. */
const otherFormsOf = (secrets: string[]): (string | Uint8Array)[] =>
  secrets.flatMap((secret) => {
    const text = secret.replace(/^whsec_/, "");
    return [standardKeyOf(secret), text].filter((key) => key.length > 0);
  });

/** Undoes what a framework, an editor or a terminal may have changed. */
function otherSpellings(text: string): string[] {
  const whitespace = [text.trim(), text.replaceAll("\r\n", "\n"), `${text}\n`];
  return [...whitespace, ...otherJson(text)].filter((spelling) => spelling !== text);
}

function otherJson(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return [JSON.stringify(value, null, 2), JSON.stringify(value)];
  } catch {
    // Cut off, or nested deeper than anything that we send.
    return [];
  }
}

const ID_MEMBER = /"id"\s*:\s*"(\w+)"/g;

/** Also if the body was cut off or reordered. */
export const eventIdIn = (rawBody: string): string | undefined =>
  [...rawBody.matchAll(ID_MEMBER)].map(([, id = ""]) => id).find((id) => EVENT_ID.test(id));

export const isServiceBody = (rawBody: string): boolean => /"payload"\s*:\s*"service"/.test(rawBody);

export function adviceFor(verdict: DoctorsVerdict, signatureHeader: string, nowSeconds: number): string {
  const age = nowSeconds - (signedAtSeconds(signatureHeader) ?? nowSeconds);
  return ADVICE[verdict].replace("{age}", String(Math.abs(age)));
}

const TOLERANCE = `${SIGNATURE_TOLERANCE_SECONDS} s`;

const ADVICE: Record<DoctorsVerdict, string> = {
  valid:
    "The signature matches the body. If your server rejects it, your server uses a secret other than this endpoint's, " +
    "or does not verify the raw bytes of the body.",
  wrong_secret:
    "None of this endpoint's secrets made this signature for this body. Check that header and body come from the same " +
    "request, and that the request was for this merchant and environment. If the secret is lost, rotate it.",
  old_secret:
    "The signature was made with a secret that a rotation has ended. Use the secret that the rotation returned. " +
    "If that one is lost, rotate again.",
  timestamp_too_old:
    `The signature is valid but {age} s old; the usual limit is ${TOLERANCE}. That is normal for a stored request. ` +
    "For a new one, set your server's clock, or verify before you queue the request.",
  timestamp_too_new: `The signature is valid but {age} s in the future; the usual limit is ${TOLERANCE}. Set your server's clock.`,
  body_reserialized:
    "The signature is valid for the body that was sent, but this body differs: the JSON was parsed and serialized " +
    "again, or its white space changed. Verify the raw bytes of the request, before any JSON parser.",
  header_malformed:
    "The header is not one of our signatures. Pass the whole value of Svc-Signature without its name: " +
    "t=<seconds>,v1=<64 lowercase hex digits>. During a rotation it has two v1.",
  other_scheme_header:
    "This is the value of webhook-signature. Standard Webhooks libraries verify it together with webhook-id and " +
    "webhook-timestamp. Pass the value of Svc-Signature here.",
  other_scheme_secret:
    "The signature was made with another form of this endpoint's secret. For Svc-Signature the key is the whole text, " +
    "including its prefix. Only Standard Webhooks (webhook-signature) decodes the base64 after it.",
};
