import type { Plugin } from "esbuild";
import { LEFT_OUT_FILES } from "./bundle-cuts.ts";

const IN_NODE_MODULES = /.*[\\/]node_modules[\\/]/;

/** esbuild's aliases know packages only; this does the same for single files. */
export const leaveOutFiles: Plugin = {
  name: "leave-out-files",
  setup(build) {
    build.onLoad({ filter: /node_modules.+\.js$/ }, ({ path }) => {
      const contents = LEFT_OUT_FILES[path.replace(IN_NODE_MODULES, "").replaceAll("\\", "/")];
      // The stand-ins are named by their full paths, but esbuild wants to know from where.
      return contents === undefined ? undefined : { contents, resolveDir: import.meta.dirname, loader: "js" };
    });
  },
};
