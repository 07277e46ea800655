/** A secret at rest: encrypted, and bound to its merchant. */
export type SecretBox = { nonce: string; sealed: string };

export type CallbackSecret = {
  box: SecretBox;
  createdAt: number /** null: the current one. */;
  endsAt: number | null;
};

/** Where a merchant wants to hear of events. */
export type CallbackEndpoint = {
  url: string;
  secrets: CallbackSecret[];
  /** A disabled endpoint's events are held in the ledger until it is enabled. */
  disabled: boolean;
  version: number;
};

/** During a rotation the old secret still signs, beside the new one. */
export const liveSecrets = ({ secrets }: CallbackEndpoint, at: number): CallbackSecret[] =>
  secrets.filter(({ endsAt }) => endsAt === null || endsAt > at);
