/** What a real platform has or lacks; the controls throw them. */
export type Switches = {
  /** Fact 17: whether POST /v1/accounts is accepted. */
  accountsV1: boolean;
  /** Fact 22: whether payment intents can be searched at all. */
  searchOffered: boolean;
  /** Fact 22: how long a new object stays hidden from search; lists show it at once. */
  searchLagSeconds: number;
  /** Of accounts that v2 has made, what v1 has: their metadata, a place in its list, account.updated. Not settled. */
  v2MetadataInV1: boolean;
  v2AccountsInV1List: boolean;
  v2AccountEventsInV1: boolean;
  /** For how long after its creation v1 does not show such an account at all. Not settled. */
  v2AccountHiddenSeconds: number;
};

export const DEFAULT_SWITCHES: Switches = {
  accountsV1: true,
  searchOffered: true,
  searchLagSeconds: 60,
  v2MetadataInV1: false,
  v2AccountsInV1List: false,
  v2AccountEventsInV1: false,
  v2AccountHiddenSeconds: 0,
};
