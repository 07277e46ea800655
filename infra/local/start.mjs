// Plain JavaScript, because an old Node must be able to read it and say so: it could not even load a .ts file.
const REQUIRED_MAJOR = 24;
const major = Number(process.versions.node.split(".")[0]);

if (major < REQUIRED_MAJOR) {
  console.error(
    `Node ${REQUIRED_MAJOR} is required, this is ${process.versions.node}. ` +
      "`npm install` installs it and `npm start` uses it.",
  );
  process.exit(1);
}

// Types are stripped and modules compiled once, and not at every start.
const { enableCompileCache } = await import("node:module");
const { fileURLToPath } = await import("node:url");
enableCompileCache(fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url)));
await import("./main.ts");
