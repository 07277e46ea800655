/** Seeds that once showed a violation, with what it was. Every run repeats them. */
export const REMEMBERED_SEEDS: readonly { seed: number; showed: string }[] = [
  { seed: 622, showed: "a repeated write gave an attempt back that another function had made: posted twice" },
  {
    seed: 100_003,
    showed: "a payment that began again after a rejection had a version that was used before",
  },
  { seed: 602_356, showed: "a payment that was rebuilt after a restore had lost its dispute" },
  {
    seed: 707_293,
    showed: "a creation under the caller's own key was rejected, and its intent was made afterwards",
  },
  { seed: 800_962, showed: "an event was taken for a stranger's while its account's creation ended" },
  {
    seed: 41_000_357,
    showed: "a statement took a forged intent for the one of an open creation",
  },
  { seed: 200_460, showed: "a dispute that the ledger had not heard of yet was never told of" },
  { seed: 64_000_590, showed: "a redelivery that applies an event may not note the hold that it tells of" },
  { seed: 64_000_772, showed: "a hold with a tip was not found again by its creation after a restore" },
  { seed: 64_004_842, showed: "a payment that was restored to before its dispute never got it back" },
  { seed: 64_005_863, showed: "a payment that was brought in line after a restore had a version that fell" },
  {
    seed: 66_005_507,
    showed: "a caller's own key that was turned away at the door was taken for spent: two payments under it",
  },
  {
    seed: 12_007_734,
    showed: "the same as 707 293: an idempotency error on a resume was taken for a rejection",
  },
  {
    seed: 70_010_672,
    showed: "a visit after a restore took the unpaid one of two intents, and the paid one was nobody's",
  },
  {
    seed: 70_008_784,
    showed: "a webhook put another intent on a creation before its answer gave out its own",
  },
  {
    seed: 70_010_509,
    showed:
      "the second account of a repeated creation was linked: from its second event on it was the merchant's",
  },
  {
    seed: 81_001_896,
    showed: "a creation that was open again after a restore was finished without its dispute",
  },
  {
    seed: 81_000_976,
    showed: "an event that was told while a visit applied it was not told again with what it brought",
  },
  {
    seed: 83_007_452,
    showed:
      "a payment made for another body since the backup stayed hidden behind the open creation of the first",
  },
  {
    seed: 92_004_291,
    showed: "a failed refund that was told in a shape of the future fell silent under the service payload",
  },
  {
    seed: 93_001_028,
    showed: "a creation that was finished late by a saved answer never heard that its intent was canceled",
  },
  {
    seed: 94_011_853,
    showed: "a creation for which a webhook named an intent that does not exist was put off for ever",
  },
  {
    seed: 97_000_350,
    showed: "a creation that was finished late and died before its catch-up never heard of its cancellation",
  },
  {
    seed: 97_002_579,
    showed: "a rebuild put a payment over its open creation under a version that others had read",
  },
  {
    seed: 98_401_555,
    showed: "an event that was taken again fell silent, because its type was not chosen any more",
  },
  {
    seed: 440_003_396,
    showed: "a creation under the caller's own key that began again on another account was rejected at once",
  },
  {
    seed: 571_000_761,
    showed: "an update that another event told kept the time of its next attempt",
  },
  {
    seed: 571_008_577,
    showed: "an event lost the payment that it was recorded with, when it came again and named none",
  },
  {
    seed: 571_011_285,
    showed:
      "a frozen call applied an event that another call had sent since, and the new version was never told",
  },
  {
    seed: 571_019_581,
    showed: "a failed refund in a form of the future was sent before it was applied, and fell silent",
  },
  {
    seed: 591_001_356,
    showed: "three lost calls, each waited for once, were taken for a refund that is put off without a fault",
  },
  {
    seed: 670_007_408,
    showed:
      "a creation that a backup had open was made again, because less had been authorized and captured since",
  },
  {
    seed: 910_153,
    showed:
      "an event of v2 that came before its account was on record was acknowledged while v2 did not show it",
  },
  {
    seed: 720_005_762,
    showed:
      "the rebuild completed a creation with a lower version than merchants had been told before the restore",
  },
  {
    seed: 750_308_985,
    showed:
      "an event was delivered while a visit found that another had told the same, and was then noted as not sent",
  },
  {
    seed: 750_313_979,
    showed:
      "a client that had lost the answer with the time to wait asked too early, and that was taken for a second wait",
  },
  {
    seed: 771_680,
    showed: "an event of v1 was acknowledged as nobody's while v1 did not show the account that v2 had made",
  },
  {
    seed: 771_708,
    showed:
      "an event of v2 was acknowledged as nobody's while v1 did not show its account and v2 refused to say whose it is",
  },
  {
    seed: 970_004_407,
    showed:
      "a capture that a restore had forgotten was rejected, because another call's capture came before it",
  },
];
