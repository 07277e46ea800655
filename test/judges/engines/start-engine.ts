import { type ChildProcess, spawn } from "node:child_process";
import type { Running } from "../between.ts";

const PATIENCE_MS = 120_000;

/** Starts a server, and waits until it says where it listens: `announces` finds its port in what it prints. */
export async function startEngine(program: string, args: string[], announces: RegExp): Promise<Running> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  try {
    const port = await announcedPort(child, announces);
    return { url: `http://127.0.0.1:${port}`, stop: () => child.kill("SIGKILL") };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

function announcedPort(child: ChildProcess, announces: RegExp): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`The server did not start: ${said.slice(-2000)}`));
    const limit = setTimeout(fail, PATIENCE_MS);
    const hear = (text: string) => {
      said += text;
      const port = announces.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(limit);
      // What it says later is not kept, but must be read, or it would wait.
      for (const stream of [child.stdout, child.stderr]) stream?.off("data", hear).resume();
      resolve(port);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", hear);
    child.once("error", reject).once("exit", fail);
  });
}
