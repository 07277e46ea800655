import { isEventId } from "../id.ts";
import { SIGNATURE_TOLERANCE_SECONDS, signedAtSeconds, verifySignature } from "./signature.ts";
import { looksLikeStandardHeader, standardKeyOf } from "./standard-webhooks.ts";

export const SIGNATURE_VERDICTS = [
  "valid",
  "wrong_secret",
  "old_secret",
  "timestamp_too_old",
  "timestamp_too_new",
  "body_reserialised",
  "header_malformed",
  "other_scheme_header",
  "other_scheme_secret",
] as const;
export type DoctorsVerdict = (typeof SIGNATURE_VERDICTS)[number];

/** What a merchant's server saw. */
export type SeenMessage = { rawBody: string; signatureHeader: string };

/** What we know: the secrets that sign, those that did, and the bytes that were sent, where the event was found. */
export type KnownFacts = { live: string[]; ended: string[]; sentBody?: Uint8Array | undefined };

/** Why a receiver's check fails, as far as that can be seen from what the receiver saw. */
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
  return others.some((body) => isSigned(body, [...live, ...ended])) ? "body_reserialised" : "wrong_secret";
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
    return [standardKeyOf(secret) ?? Buffer.from(text, "base64url"), text].filter((key) => key.length > 0);
  });

/** What a framework, an editor or a terminal may have made of the bytes that were sent, undone. */
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

/** Which event a body seems to be, even when it was cut off or put into another order. */
export const eventIdIn = (rawBody: string): string | undefined =>
  [...rawBody.matchAll(ID_MEMBER)].map(([, id = ""]) => id).find(isEventId);

/** Whether a pasted body says of itself, in whatever state it is, that it is of the service payload. */
export const isServiceBody = (rawBody: string): boolean => /"payload"\s*:\s*"service"/.test(rawBody);

/** One or two sentences of what to do. */
export function adviceFor(verdict: DoctorsVerdict, signatureHeader: string, nowSeconds: number): string {
  const age = nowSeconds - (signedAtSeconds(signatureHeader) ?? nowSeconds);
  return ADVICE[verdict].replace("{age}", String(Math.abs(age)));
}

const TOLERANCE = `${SIGNATURE_TOLERANCE_SECONDS} s`;

const ADVICE: Record<DoctorsVerdict, string> = {
  valid:
    "Body and signature belong together. If your server refuses them all the same, it checks with another secret " +
    "than this endpoint's, or not over the raw bytes of the body.",
  wrong_secret:
    "None of this endpoint's secrets made this signature for this body. See that header and body come from the same " +
    "request and that it was meant for this merchant and environment; if nobody knows the secret any more, rotate it.",
  old_secret:
    "The signature was made with a secret that has ended since a rotation. Use the secret that the rotation answered; " +
    "if it was not kept, rotate again.",
  timestamp_too_old:
    `The signature is right, but was made {age} s ago, and ${TOLERANCE} are usual. For a request that you kept, that ` +
    "is to be expected; for a fresh one, set your server's clock, or check before and not after queueing.",
  timestamp_too_new: `The signature is right, but its time is {age} s ahead, and ${TOLERANCE} are usual. Set your server's clock.`,
  body_reserialised:
    "The signature is right for what was sent, and this is not what was sent: something has parsed the JSON and " +
    "written it again, or changed its white space. Check over the raw bytes of the request, before any JSON parser.",
  header_malformed:
    "The header is not a signature of ours. Pass the whole value of Svc-Signature, t=<seconds>,v1=<64 lowercase hex " +
    "digits>, without its name; during a rotation it has two v1.",
  other_scheme_header:
    "This is the value of webhook-signature, which belongs to Standard Webhooks and is checked by its libraries, " +
    "together with webhook-id and webhook-timestamp. Pass the value of Svc-Signature here.",
  other_scheme_secret:
    "The signature was made with this endpoint's secret in another form. For Svc-Signature the key is the whole text, " +
    "its prefix included; only Standard Webhooks (webhook-signature) decodes the base64 behind it.",
};
