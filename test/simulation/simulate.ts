import "./hooks.ts";

const { main } = await import("./command.ts");
process.exitCode = await main(process.argv.slice(2));
