import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { buildInline } from "../../../infra/pages/page-build.ts";

const PAGES = {
  console: { folder: "infra/pages/console", script: "main.tsx", style: "style/style.css" },
  shop: { folder: "infra/pages/shop", script: "main.ts", style: "style.css" },
  reference: { folder: "infra/pages/reference/page", script: "main.ts", style: "style.css" },
};

/** The shop and the reference share the console's colors: a name that goes there leaves a part without its color here. */
it.each(Object.entries(PAGES))("%s uses no color or size that is not defined", (_, { folder, ...files }) => {
  const root = fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
  const { style } = buildInline({ folder: root, ...files });
  const names = (expression: RegExp) => [...style.matchAll(expression)].map(([, name = ""]) => name);
  const defined = new Set(names(/(--[\w-]+):/g));
  expect(defined.size).toBeGreaterThan(10);
  expect(names(/var\((--[\w-]+)\)/g).filter((name) => !defined.has(name))).toEqual([]);
});
