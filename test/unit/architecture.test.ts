import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

/** The arrows between the folders, read off the import statements. A new arrow is a decision: it is made here. */
const ROOT = join(import.meta.dirname, "../..");

const CONSOLE_PAGE = "infra/pages/console/";
const LISTEN = "shared/client/listen.ts";

type Import = { file: string; of: string; typeOnly: boolean };

const FILES = globSync("{shared,functions,infra}/**/*.{ts,tsx,mjs}", {
  cwd: ROOT,
  exclude: ["**/node_modules", "**/dist"],
}).map((file) => file.replaceAll("\\", "/"));
const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** `import … from "x"`, `export … from "x"`, `import "x"` and `import("x")`, over several lines or on one. */
const IMPORT =
  /^(?:import|export)\s+(?<type>type\s)?(?:[^"';]*?\sfrom\s+)?["'](?<from>[^"']+)["']|\bimport\(\s*["'](?<late>[^"']+)["']/gm;

function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(({ groups = {} }) => {
    const from = groups.from ?? groups.late ?? "";
    const of = from.startsWith(".") ? normalize(join(file, "..", from)).replaceAll("\\", "/") : from;
    return { file, of, typeOnly: groups.type !== undefined };
  });
}

const IMPORTS = FILES.flatMap((file) => importsIn(file, textOf(file)));

const show = ({ file, of }: Import): string => `${file} → ${of}`;
const within = (folder: string) => IMPORTS.filter(({ file }) => isInRoom(folder)(file));

it("reads every form of an import", () => {
  const text = [
    'import a from "one";',
    "import {",
    "  b,",
    "  type C,",
    '} from "../two.ts";',
    'import type D from "three";',
    'import "./four.ts";',
    'export { e } from "five/e";',
    'const f = await import("six");',
    'import json from "./seven.json" with { type: "json" };',
    'const notOne = "import g from nowhere";',
  ].join("\n");
  const found = importsIn("shared/domain/x.ts", text);
  expect(found.map(({ of }) => of)).toEqual([
    "one",
    "shared/two.ts",
    "three",
    "shared/domain/four.ts",
    "five/e",
    "six",
    "shared/domain/seven.json",
  ]);
  expect(found.filter(({ typeOnly }) => typeOnly).map(({ of }) => of)).toEqual(["three"]);
});

it("looks at the whole program", () => {
  expect(FILES.length).toBeGreaterThan(60);
  expect(IMPORTS.map(show)).toContain("shared/ledger/client.ts → @aws-sdk/lib-dynamodb");
});

const SETTINGS = [
  "shared/runtime/config.ts",
  "shared/runtime/invocation.ts",
  "shared/runtime/logger.ts",
  "shared/runtime/secrets.ts",
];
const DYNAMODB = ["@aws-sdk/client-dynamodb", "@aws-sdk/lib-dynamodb", "@aws-sdk/util-dynamodb"];

/** What ends in "/" or ":" allows everything that begins so. */
const ARROWS: Record<string, string[]> = {
  "shared/domain/": ["shared/domain/", "node:crypto", "node:zlib", "node:net", "node:util"],
  "shared/contract/": ["shared/contract/", "shared/domain/", "zod/"],
  "shared/views/": ["shared/views/", "shared/domain/", "shared/contract/", "zod/", "node:zlib"],
  "shared/ledger/": ["shared/ledger/", "shared/domain/", ...SETTINGS, ...DYNAMODB, "node:"],
  "shared/processor/": ["shared/processor/", "shared/domain/", ...SETTINGS, "stripe", "node:"],
  "shared/queues/": ["shared/queues/", "shared/domain/", ...SETTINGS, "@aws-sdk/client-sqs"],
  "shared/callbacks/": ["shared/callbacks/", "shared/domain/", ...SETTINGS, "node:"],
  "shared/flows/": [
    "shared/flows/",
    "shared/domain/",
    "shared/contract/",
    "shared/views/",
    "shared/ledger/",
    "shared/processor/",
    "shared/queues/",
    "shared/callbacks/",
    ...SETTINGS,
    "zod/",
    "node:",
  ],
  // A package of its own: it knows the contract by the types that are generated from it, and no runtime but the web's.
  "shared/client/": ["shared/client/", "openapi-fetch"],
  // The package's one command: it runs on Node, where the library runs anywhere.
  [LISTEN]: ["shared/client/", "node:"],
  "shared/runtime/": [
    "shared/runtime/",
    "shared/domain/",
    "@aws-sdk/client-secrets-manager",
    "zod/",
    "node:",
  ],
  "shared/lambda/": ["shared/", "@middy/", "zod/", "aws-lambda", "node:"],
  "functions/": ["shared/", "aws-lambda", "node:"],
  // Runs in a browser: of the service it knows the types of its answers, the forms of its ids and the table of currencies.
  [CONSOLE_PAGE]: [
    CONSOLE_PAGE,
    // The same colors of code as in the reference.
    "infra/pages/code/",
    "shared/client/generated/contract.ts",
    // Types alone, of what is not in the document for merchants.
    "shared/contract/",
    "shared/domain/id-forms.ts",
    "shared/domain/payments/currency.ts",
    "shared/domain/payments/headline.ts",
    "shared/domain/events/event-types.ts",
    // One form for every file for spreadsheets.
    "shared/domain/finance/csv.ts",
    // What a refund or a capture will move is said by the same arithmetic that moves it.
    "shared/domain/payments/fee-policy.ts",
    "shared/domain/payments/currency.ts",
    // What is left of a payment is the same sum for a merchant and for an operator.
    "shared/domain/payments/net.ts",
    // The words for a payment's method and a payout's end are the same for both.
    "shared/domain/payments/method-words.ts",
    "shared/domain/finance/payout-status.ts",
    "preact",
    "preact/",
  ],
};

/** The client's command lies in its library, and is no part of it. */
const isInRoom = (folder: string) => (file: string) =>
  file.startsWith(folder) && (folder === LISTEN || file !== LISTEN);

/** A view turns a record into an answer: of the ledger it knows the records' types, and nothing that runs. */
const isRecordType = ({ file, of, typeOnly }: Import): boolean =>
  typeOnly && file.startsWith("shared/views/") && of.startsWith("shared/ledger/");

/** The scripts of the client's folder that are no part of the package. */
const makesClient = ({ file }: Import): boolean => /^shared\/client\/(build|write-types)\.ts$/.test(file);

const isAllowed = (of: string, allowed: string[]): boolean =>
  allowed.some((name) => of === name || (/[/:]$/.test(name) && of.startsWith(name)));

describe("imports only what it may:", () => {
  it.each(Object.entries(ARROWS))("%s", (folder, allowed) => {
    const others = within(folder).filter(
      (arrow) => !isAllowed(arrow.of, allowed) && !isRecordType(arrow) && !makesClient(arrow),
    );
    expect(others.map(show)).toEqual([]);
  });

  it("the domain, which takes from node:net only what knows addresses and opens nothing", () => {
    const taken = FILES.filter((file) => file.startsWith("shared/domain/")).flatMap((file) =>
      [...textOf(file).matchAll(/import ([^"]*) from "node:net"/g)].map(([, names]) => names),
    );
    expect(
      taken.filter((names = "") => !/^\{ ((BlockList|isIP|isIPv4|isIPv6)(, )?)+ \}$/.test(names)),
    ).toEqual([]);
  });

  it("every folder of shared/", () => {
    const folders = new Set(FILES.filter((file) => /^shared\/.+\//.test(file)).map((f) => f.split("/")[1]));
    expect([...folders].filter((name) => !ARROWS[`shared/${name}/`])).toEqual([]);
  });
});

/** A package that stays in one room. Infrastructure runs servers of its own, the simulator borrows only types. */
const ROOMS: { name: string; packages: RegExp; rooms: RegExp }[] = [
  {
    name: "DynamoDB",
    packages: /^@aws-sdk\/(client|lib|util)-dynamodb$/,
    rooms: /^(shared\/ledger|infra)\//,
  },
  { name: "the queue", packages: /^@aws-sdk\/client-sqs$/, rooms: /^(shared\/queues|infra)\// },
  {
    name: "the secrets",
    packages: /^@aws-sdk\/client-secrets-manager$/,
    rooms: /^shared\/runtime\/secrets\.ts$/,
  },
  { name: "the page's framework", packages: /^preact(\/|$)/, rooms: /^infra\/pages\/console\// },
  { name: "middy", packages: /^@middy\//, rooms: /^shared\/lambda\// },
];

describe("stays in its room:", () => {
  it.each(ROOMS)("$name", ({ packages, rooms }) => {
    const outside = IMPORTS.filter(({ file, of }) => packages.test(of) && !rooms.test(file));
    expect(outside.map(show)).toEqual([]);
  });

  it("the processor's SDK, which sandbox trials ask too, and of which the simulator may use types", () => {
    const outside = IMPORTS.filter(({ of }) => of === "stripe" || of.startsWith("stripe/"))
      .filter(({ file }) => !/^(shared\/processor|infra\/operator\/smoke\/sandbox)\//.test(file))
      .filter(({ file, typeOnly }) => !(file.startsWith("infra/simulator/") && typeOnly));
    expect(outside.map(show)).toEqual([]);
  });

  it("the environment, which only shared/runtime/config.ts and the client's command read", () => {
    const readers = FILES.filter(
      (file) => !file.startsWith("infra/") && !["shared/runtime/config.ts", LISTEN].includes(file),
    ).filter((file) => /\bprocess\b\W{0,3}env\b|"node:process"/.test(textOf(file)));
    expect(readers).toEqual([]);
  });
});

it("keeps the client a package of its own, which nothing of the service runs on", () => {
  const into = IMPORTS.filter(
    ({ file, of }) => of.startsWith("shared/client/") && !file.startsWith("shared/client/"),
  );
  expect(into.filter(({ file, typeOnly }) => !(typeOnly && file.startsWith(CONSOLE_PAGE))).map(show)).toEqual(
    [],
  );
});

it("runs without its infrastructure and its tests", () => {
  const inProgram = IMPORTS.filter(({ file }) => !file.startsWith("infra/"));
  expect(inProgram.filter(({ of }) => /^(infra|test)\//.test(of)).map(show)).toEqual([]);
});

/** From the bottom up. A file of the simulator imports from its own room and from those before it. */
const SIMULATOR_ROOMS = [
  "storage",
  "http",
  "world",
  "resources",
  "api",
  "jobs",
  "webhooks",
  "onboarding",
  "control",
  "server",
  "top",
];
const SIMULATOR = "infra/simulator/";
const floorOf = (file: string): number => {
  const [room = "", ...rest] = file.slice(SIMULATOR.length).split("/");
  return SIMULATOR_ROOMS.indexOf(rest.length === 0 ? "top" : room);
};

describe("the simulator", () => {
  it("knows nothing of the service, nor of the local stack", () => {
    const others = within(SIMULATOR).filter(
      ({ of }) => !isAllowed(of, [SIMULATOR, "stripe", "zod/", "node:"]),
    );
    expect(others.map(show)).toEqual([]);
  });

  it("has no arrows back up: every room imports only from those below it", () => {
    const files = FILES.filter((file) => file.startsWith(SIMULATOR));
    expect(files.filter((file) => floorOf(file) < 0)).toEqual([]);
    const inside = within(SIMULATOR).filter(({ of }) => of.startsWith(SIMULATOR));
    expect(inside.length).toBeGreaterThan(100);
    expect(inside.filter(({ file, of }) => floorOf(of) > floorOf(file)).map(show)).toEqual([]);
  });
});

it("loads what knows every operation in three functions only", () => {
  const loads = within("functions/").filter(({ of }) => of.startsWith("shared/contract/generated/"));
  expect(loads.map(({ file }) => file).sort()).toEqual([
    "functions/get-openapi-3-0.ts",
    "functions/get-openapi.ts",
    "functions/not-found.ts",
  ]);
});

it("keeps the table's keys and indexes in the ledger", () => {
  const others = [...within("shared/flows/"), ...within("shared/lambda/"), ...within("infra/operator/")];
  const leaks = others.filter(
    ({ of, typeOnly }) => /^shared\/ledger\/(table|lists)\.ts$/.test(of) && !typeOnly,
  );
  expect(leaks.map(show)).toEqual([]);
});

it("reads no clock in domain, flows and ledger: time enters at the edge", () => {
  const inner = FILES.filter((file) => /^shared\/(domain|flows|ledger|views)\//.test(file));
  expect(inner.length).toBeGreaterThan(100);
  expect(inner.filter((file) => /\bDate\.now\(|new Date\(\)/.test(textOf(file)))).toEqual([]);
});

it("scans nothing: every read is by key or by an index", () => {
  const ours = FILES.filter((file) => /^(shared|functions|infra\/operator)\//.test(file));
  expect(ours.filter((file) => /\bScanCommand\b/.test(textOf(file)))).toEqual([]);
});

it("imports shared/ statically in the operator's commands", () => {
  const late = FILES.filter((file) => file.startsWith("infra/operator/")).filter((file) =>
    /\bimport\(\s*["']\./.test(textOf(file)),
  );
  // The entry loads the commands, all of them, once what they are compiled to can be kept.
  expect(late).toEqual(["infra/operator/operator.ts"]);
});

/** The first word of a flow's file. A new verb is a decision: see whether an old one says it. */
const VERBS =
  /^(adopt|apply|ask|cancel|capture|change|charge|claim|clear|compose|count|create|deliver|detach|diagnose|end|enter|erase|export|find|finish|follow|get|heal|identify|list|look-up|make|note|open|pull|rebuild|receive|reconcile|record|recover|redeliver|refresh|refund|render|replace|report|reseal|resolve|resume|run|schedule|send|set|sign-up|start|sweep|sync|verify|visit|work)(-|$)/;

it("has nothing but verbs in flows/", () => {
  const flows = FILES.filter((file) => file.startsWith("shared/flows/")).map((file) => basename(file, ".ts"));
  expect(flows.length).toBeGreaterThan(20);
  expect(flows.filter((name) => !VERBS.test(name))).toEqual([]);
});

it("keeps handlers short", () => {
  const handlers = FILES.filter(isInRoom("functions/"));
  const long = handlers.filter((file) => textOf(file).trimEnd().split("\n").length > 40);
  expect(handlers.length).toBeGreaterThan(4);
  expect(long).toEqual([]);
});

/** The circles that arrows form: each a list of names that lead to each other, over however many steps. */
function circlesIn(arrows: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reachOf = (start: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...(next.get(start) ?? [])];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(...(next.get(name) ?? []));
    }
    return seen;
  };
  const reach = new Map([...next.keys()].map((name) => [name, reachOf(name)]));
  const circles = [...reach].flatMap(([name, reached]) =>
    reached.has(name)
      ? [
          [...reached]
            .filter((other) => reach.get(other)?.has(name))
            .sort()
            .join(" ↔ "),
        ]
      : [],
  );
  return [...new Set(circles)].map((circle) => circle.split(" ↔ "));
}

describe("forms no circle:", () => {
  const roomOf = (file: string): string => file.slice(0, file.lastIndexOf("/"));
  const inside = IMPORTS.filter(({ of }) => FILES.includes(of));

  it("a circle is found over several steps, and told once", () => {
    const arrows = [
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
      ["c", "d"],
    ] as const;
    expect(circlesIn(arrows)).toEqual([["a", "b", "c"]]);
  });

  it("no file imports itself over others, types included", () => {
    expect(circlesIn(inside.map(({ file, of }) => [file, of]))).toEqual([]);
  });

  it.each(["shared/", CONSOLE_PAGE, "infra/"])("no room of %s imports itself over others", (house) => {
    const between = inside
      .filter(({ file, of }) => file.startsWith(house) && of.startsWith(house))
      .map(({ file, of }) => [roomOf(file), roomOf(of)] as const)
      .filter(([from, to]) => from !== to);
    expect(between.length).toBeGreaterThan(10);
    expect(circlesIn(between)).toEqual([]);
  });
});

it("has no barrel files", () => {
  expect(FILES.filter((file) => /^index\.\w+$/.test(basename(file)))).toEqual([]);
});

const PAPERS = globSync("{*.md,.github/*.md,{shared,infra,test}/**/*.md}", {
  cwd: ROOT,
  exclude: ["**/node_modules", "**/dist"],
});
const ARCHITECTURE = textOf("ARCHITECTURE.md");

it("has an ARCHITECTURE.md that can be read in ten minutes", () => {
  expect(ARCHITECTURE.split(/\s+/).length).toBeLessThanOrEqual(1500);
});

it("has every file that ARCHITECTURE.md names", () => {
  const named = [...ARCHITECTURE.matchAll(/`([\w/.-]+\.(?:ts|json))`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  const isThere = (path: string) =>
    existsSync(join(ROOT, path)) || FILES.some((file) => file.endsWith(`/${path}`));
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

const SOURCES = [...FILES, ...globSync("test/**/*.{ts,tsx,js}", { cwd: ROOT, exclude: ["**/node_modules"] })];

it("has no comment at the head of a module, or anywhere, of more than twelve lines", () => {
  const tooLong = SOURCES.flatMap((file) =>
    [...textOf(file).matchAll(/^\/\*[\s\S]*?\*\//gm)]
      // The first line and the last one have the signs of a comment alone. Empty lines count.
      .filter(([comment]) => comment.split("\n").length - 2 > 12)
      .map(() => file),
  );
  expect(tooLong.filter((file) => !file.includes("/generated/"))).toEqual([]);
});

/** Some words that the British spell otherwise. Node has an error ECANCELLED, and this file has the list. */
const BRITISH =
  /authoris|\bcancelled|behaviour|colour|honour|neighbour|recognis|synthesise|initialis|normalis|\bfulfil\b|learnt|dialled/i;

it("is spelled in American English", () => {
  const texts = [...PAPERS, ...SOURCES].filter((file) => !file.endsWith("unit/architecture.test.ts"));
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((file) => BRITISH.test(textOf(file)))).toEqual([]);
});
