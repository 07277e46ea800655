import { join } from "node:path";
import { findEnvironment } from "../../../infra/aws/environments.ts";

/**
 * What `synthesize` runs in place of the app: the app itself, with the API closed into the folder "closed", then into
 * the folder "open", and into "adopted" with the restored table in the data's stack (infra/runbooks/adopt-table.md).
 * In one process, because the CDK takes longer to load than a template to be made.
 */
const APP = new URL("../../../infra/aws/app.ts", import.meta.url).href;
const { CDK_OUTDIR = "", CDK_CONTEXT_JSON = "{}" } = process.env;
const context = JSON.parse(CDK_CONTEXT_JSON) as object;

for (const [folder, given] of Object.entries({ closed: { closed: "true" }, open: {}, adopted: {} })) {
  // As if it were written into infra/aws/environments.ts.
  if (folder === "adopted") Object.assign(findEnvironment("dev"), { tableIsAdopted: true });
  process.env.CDK_OUTDIR = join(CDK_OUTDIR, folder);
  process.env.CDK_CONTEXT_JSON = JSON.stringify({ ...context, ...given });
  await import(`${APP}?${folder}`);
}
