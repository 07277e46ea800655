import { join } from "node:path";

/**
 * What `synthesize` runs in place of the app: the app itself, twice, with the API closed into the folder "closed" and
 * then into the folder "open". In one process, because the CDK takes longer to load than a template to be made.
 */
const APP = new URL("../../../infra/aws/app.ts", import.meta.url).href;
const { CDK_OUTDIR = "", CDK_CONTEXT_JSON = "{}" } = process.env;
const context = JSON.parse(CDK_CONTEXT_JSON) as object;

for (const [folder, given] of Object.entries({ closed: { closed: "true" }, open: {} })) {
  process.env.CDK_OUTDIR = join(CDK_OUTDIR, folder);
  process.env.CDK_CONTEXT_JSON = JSON.stringify({ ...context, ...given });
  await import(`${APP}?${folder}`);
}
