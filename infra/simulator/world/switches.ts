/** What a real platform has or lacks; the controls throw them. */
export type Switches = {
  /** Fact 17: whether POST /v1/accounts is accepted. */
  accountsV1: boolean;
};

export const DEFAULT_SWITCHES: Switches = { accountsV1: true };
