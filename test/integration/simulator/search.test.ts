import { describe, expect, it } from "vitest";
import { CARD_USD, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

const search = async (query: string) =>
  (await bench.stripe.paymentIntents.search({ query }, options)).data.map(({ id }) => id);
const create = async (metadata: Record<string, string>) =>
  (await bench.stripe.paymentIntents.create({ ...CARD_USD, metadata }, options)).id;
const pass = (advanceSeconds: number) => bench.control("POST", "clock", { advanceSeconds });

describe("search (fact 22)", () => {
  it("finds by metadata, a minute late; lists show at once", async () => {
    const id = await create({ svcPaymentId: "svcpay_1" });
    const query = "metadata['svcPaymentId']:'svcpay_1'";
    expect(await search(query)).toEqual([]);
    expect((await bench.stripe.paymentIntents.list({}, options)).data.map((intent) => intent.id)).toEqual([
      id,
    ]);
    await pass(61);
    expect(await search(query)).toEqual([id]);
    expect(await search("metadata['svcPaymentId']:'svcpay_2'")).toEqual([]);
    const stranger = await bench.connect();
    expect((await bench.stripe.paymentIntents.search({ query }, stranger)).data).toEqual([]);
  });

  it("joins clauses, unescapes text, and takes it in whatever case", async () => {
    const wanted = await create({ ref: "It's", env: "dev" });
    await create({ ref: "it's", env: "prod" });
    await pass(61);
    expect(await search(`metadata["ref"]:'it\\'s' AND metadata["env"]:"dev"`)).toEqual([wanted]);
    const joined = await create({ ref: "this AND that" });
    await pass(61);
    const either = `metadata["ref"]:'This and that' OR metadata["env"]:"DEV"`;
    expect(await search(either)).toEqual([joined, wanted]);
  });

  it("goes on in pages, which the SDK walks", async () => {
    for (let n = 0; n < 5; n++) await create({ batch: "b" });
    await pass(61);
    const walked: string[] = [];
    const pages = bench.stripe.paymentIntents.search({ query: "metadata['batch']:'b'", limit: 2 }, options);
    for await (const { id } of pages) walked.push(id);
    expect(new Set(walked).size).toBe(5);
  });

  it.each([
    "nonsense",
    "metadata[svcPaymentId]:x",
    "",
    "metadata['a']:'1' AND metadata['b']:'2' OR metadata['c']:'3'",
  ])("rejects the query %j", async (query) => {
    expect(await rejectionOf(bench.stripe.paymentIntents.search({ query }, options))).toMatchObject({
      statusCode: 400,
      param: "query",
    });
  });

  it("is not offered everywhere, and lags as told", async () => {
    await bench.control("POST", "switches", { searchOffered: false });
    expect(
      await rejectionOf(bench.stripe.paymentIntents.search({ query: "metadata['a']:'b'" }, options)),
    ).toMatchObject({ statusCode: 400 });
    await bench.control("POST", "switches", { searchOffered: true, searchLagSeconds: 0 });
    const id = await create({ now: "yes" });
    expect(await search("metadata['now']:'yes'")).toEqual([id]);
    await expect(bench.control("POST", "switches", { searchLagSeconds: -1 })).rejects.toThrow("400");
  });
});
