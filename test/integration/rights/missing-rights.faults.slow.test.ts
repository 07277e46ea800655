import { describe, expect, it } from "vitest";
import { DOCUMENTED_RIGHTS } from "../../../infra/simulator/world/rights.ts";
import { RIGHTS, tryRights } from "../../../shared/processor/rights.ts";
import { countedDuring } from "../../support/counted.ts";
import { documentedRights } from "../../support/documented-rights.ts";
import { forgetOpenWork, openItems, visitByMessage } from "../../support/open-work.ts";
import { useService } from "../../support/use-service.ts";
import { type Flow, type Outcome, prepareFlows } from "./flows.ts";

/**
 * The functions of the local stack have a restricted key with the rights that going-live.md asks for, and no other
 * (facts 15 and 31). Here one after the other is taken away.
 */
const service = useService({ muted: true });
forgetOpenWork(service);

const give = async (rights: Record<string, string>) => {
  const url = `${service.stack.processorUrl}/_simulator/rights`;
  const { ok } = await fetch(url, { method: "POST", body: JSON.stringify(rights) });
  if (!ok) throw new Error("The simulator knows no such right.");
};

/** In turn, as they stand: what a flow leaves behind is there for the next. */
async function runAll(flows: Flow[]): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const { name, run } of flows) outcomes.set(name, await run());
  return outcomes;
}

const namesOf = (outcomes: Map<string, Outcome>, wanted: Outcome) =>
  [...outcomes].filter(([, outcome]) => outcome === wanted).map(([name]) => name);

it("the rights that are documented, tried by secrets check and given by the simulator are the same", () => {
  const documented = documentedRights().map(({ name, level, on }) => ({ name, level, on }));
  expect(RIGHTS.map(({ name, level, on }) => ({ name, level, on }))).toEqual(documented);
  // The right for v2 is needed only where v2 makes accounts, and is tried apart.
  const given = Object.entries(DOCUMENTED_RIGHTS).filter(([name]) => name !== "v2_account_storer");
  const asked = new Map(documented.map(({ name, level }) => [name, level]));
  expect(given.toSorted()).toEqual([...asked].toSorted());
});

it("with exactly the documented rights everything that the service does is done at once", async () => {
  const flows = await prepareFlows(service);
  const outcomes = new Map<string, Outcome>();
  const counted = await countedDuring(async () => {
    for (const [name, outcome] of await runAll(flows)) outcomes.set(name, outcome);
  });
  expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(flows.map(({ name }) => [name, "done"])));
  expect(counted.MissingRights).toBeUndefined();
});

it.each(documentedRights())(
  "without the right $name on $on what needs it waits, is counted, and is done once the right is back",
  async ({ name, level, on, waits }) => {
    const flows = await prepareFlows(service);
    await give({ [name]: "none", on });
    let without = new Map<string, Outcome>();
    const counted = await countedDuring(async () => {
      without = await runAll(flows);
      // What was left open is looked after meanwhile, and gives up nothing.
      for (const item of await openItems(service)) await visitByMessage(service, item).catch(() => undefined);
    });
    await give({ [name]: level, on });
    expect(namesOf(without, "waiting")).toEqual(waits);
    expect([...without.values()].filter((outcome) => typeof outcome !== "string")).toEqual([]);
    expect((counted.MissingRights ?? 0) > 0).toBe(waits.length > 0);
    // No claim and no account was taken for one that cannot be reached any more.
    const isGivenUp = ({ state, dueSort }: Record<string, unknown>) => state === "claimed" && !dueSort;
    expect((await service.items()).filter(isGivenUp)).toEqual([]);
    await countedDuring(async () => {
      const again = await runAll(flows.filter((flow) => waits.includes(flow.name)));
      expect(Object.fromEntries(again)).toEqual(Object.fromEntries(waits.map((flow) => [flow, "done"])));
    });
  },
);

describe("trying the rights", () => {
  it.each(documentedRights())(
    "the right $name on $on is found missing, by the processor's own name for it",
    async (right) => {
      const { name, level, on } = right;
      await give({ [name]: "none", on });
      const tried = await tryRights();
      await give({ [name]: level, on });
      expect(tried.filter(({ state }) => state === "missing")).toMatchObject([
        { name, on, says: `The processor asks for ${name}_${level}.` },
      ]);
    },
  );
});
