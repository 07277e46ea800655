import { parseHosts } from "./server/guard-server.ts";
import { startSimulator } from "./simulator.ts";

const USAGE = `npm run simulator
  Runs the simulated processor alone. Settings are environment variables (README.md beside this file):
  PORT (12111), STATE_DIR (.local/simulator), SECRET_KEY, PUBLISHABLE_KEY, RESTRICTED_KEY,
  WEBHOOK_URL, WEBHOOK_SECRET, ALLOWED_HOSTS`;

if (process.argv.includes("--help")) {
  console.log(USAGE);
  process.exit(0);
}

const {
  PORT = "12111",
  STATE_DIR = ".local/simulator",
  SECRET_KEY = "sk_test_simulator",
  PUBLISHABLE_KEY = "pk_test_simulator",
  RESTRICTED_KEY = "rk_test_simulator",
  WEBHOOK_URL,
  ALLOWED_HOSTS,
  WEBHOOK_SECRET = "whsec_simulator",
} = process.env;

const endpoint = { url: WEBHOOK_URL ?? "", secret: WEBHOOK_SECRET };
const simulator = await startSimulator({
  stateDir: STATE_DIR,
  port: Number(PORT),
  secretKey: SECRET_KEY,
  publishableKey: PUBLISHABLE_KEY,
  restrictedKey: RESTRICTED_KEY,
  guard: { allowedHosts: parseHosts(ALLOWED_HOSTS) },
  webhooks: WEBHOOK_URL
    ? [
        { ...endpoint, connect: true },
        { ...endpoint, connect: false },
      ]
    : [],
});
console.log(`The simulated processor listens on ${simulator.url} (secret key ${SECRET_KEY}).`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void simulator.stop());
