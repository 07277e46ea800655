/** What a real platform has or lacks; the controls throw them. */
export type Switches = {
  /** Fact 17: whether POST /v1/accounts is accepted. */
  accountsV1: boolean;
  /** Fact 22: whether payment intents can be searched at all. */
  searchOffered: boolean;
  /** Fact 22: how long a new object stays hidden from search; lists show it at once. */
  searchLagSeconds: number;
};

export const DEFAULT_SWITCHES: Switches = { accountsV1: true, searchOffered: true, searchLagSeconds: 60 };
