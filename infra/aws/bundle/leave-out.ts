import type { Plugin } from "esbuild";
import type { Cuts } from "./cuts.ts";

const IN_NODE_MODULES = /.*[\\/]node_modules[\\/]/;

/** esbuild's aliases know packages only; this puts stand-ins in the place of single files. */
export function leaveOut(cuts: Cuts): Plugin {
  const standIns = new Map(Object.values(cuts).flatMap((cut) => Object.entries(cut)));
  return {
    name: "leave-out",
    setup(build) {
      build.onLoad({ filter: /node_modules.+\.js$/ }, ({ path }) => {
        const contents = standIns.get(path.replace(IN_NODE_MODULES, "").replaceAll("\\", "/"));
        // The stand-ins are named by their full paths, but esbuild wants to know from where.
        return contents === undefined
          ? undefined
          : { contents, resolveDir: import.meta.dirname, loader: "js" };
      });
    },
  };
}
