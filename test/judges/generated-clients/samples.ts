import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ENDPOINTS } from "../../../infra/pages/reference/contract.ts";
import { samplesOf } from "../../../infra/pages/reference/samples.ts";
import type { SpawnedStack } from "../../support/spawned-stack.ts";
import { type Ran, run } from "../toolchain.ts";

/** Those that are run, and what they must print. All others are only compiled. */
export const SAMPLED: Record<string, RegExp> = {
  createPayment: /svcPaymentId.*clientSecret/s,
  getPayment: /svcPaymentId.*succeeded/s,
  capturePayment: /svcPaymentId.*succeeded/s,
  cancelPayment: /svcPaymentId.*canceled/s,
  refundPayment: /svcPaymentId.*refunded/s,
  listPayments: /svcPaymentId.*refundedCents/s,
  listRefunds: /\[/,
  previewFee: /applicationFeeCents/,
  createCallbackEndpoint: /https:/,
};

const EXAMPLE_PAYMENT = "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0";

type Around = { stack: SpawnedStack; env: NodeJS.ProcessEnv; planted: boolean };
type Programs = { compiled: Ran; start(id: string): Promise<Ran> };

const className = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** Where a sample lies, how all are compiled, and how one is run. */
const KINDS = {
  Go: {
    file: (id: string) => `${id}/main.go`,
    compile: ["go", "build", "-o", "bin/", "./..."],
    start: (id: string) => [`./bin/${id}`],
  },
  Python: {
    file: (id: string) => `${id}.py`,
    compile: ["python", "-m", "compileall", "-q", "."],
    start: (id: string) => ["python", `${id}.py`],
  },
  Java: {
    file: (id: string) => `${className(id)}.java`,
    compile: ["sh", "-c", "javac -d classes *.java"],
    start: (id: string) => ["java", "-cp", "classes", className(id)],
  },
};

export async function samplePrograms(
  language: keyof typeof KINDS,
  folder: string,
  { stack, env, planted }: Around,
): Promise<Programs> {
  const { file, compile, start } = KINDS[language];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (language === "Go") writeFileSync(join(folder, "go.mod"), "module samples\n\ngo 1.25.0\n");
  for (const operation of ENDPOINTS.filter(({ isForMerchants }) => isForMerchants)) {
    const { id } = operation;
    const sample = samplesOf(operation)[language];
    const payment = id in SAMPLED && sample.includes(EXAMPLE_PAYMENT) ? await paymentFor(id, stack) : "";
    const path = join(folder, file(id));
    mkdirSync(dirname(path), { recursive: true });
    const printed = payment ? sample.replaceAll(EXAMPLE_PAYMENT, payment) : sample;
    writeFileSync(path, planted ? printed.replaceAll("/v1/payments/svcpay", "/v1/payment/svcpay") : printed);
  }
  const execute = ([program = "", ...args]: string[]) => run(program, args, { cwd: folder, env });
  return { compiled: await execute(compile), start: (id) => execute(start(id)) };
}

/** A paid payment of its own; for those that end a hold, an authorized one. */
async function paymentFor(id: string, stack: SpawnedStack): Promise<string> {
  const isHold = id === "capturePayment" || id === "cancelPayment";
  const body = { amountCents: 4999, ...(isHold && { captureMethod: "manual" }) };
  const made = await stack.api.create(body, `sample-${id}`);
  await stack.confirm(made);
  return String(made.json.svcPaymentId);
}
