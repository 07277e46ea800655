import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toVersion30 } from "../../shared/contract/openapi/version-3-0.ts";
import {
  buildGo,
  CACHE,
  GO,
  goVersion,
  JUDGES,
  npmPrograms,
  npmVersion,
  pythonPrograms,
  ROOT,
  run,
} from "./toolchain.ts";
import type { Finding, Judge } from "./verdict.ts";

const FOLDER = "other-generators";
const REQUIREMENTS = `${FOLDER}/requirements.txt`;

/** What a shop writes with hey-api's client: it compiles only if operations and schemas have their names. */
const SHOP = `import { createPayment, listRefunds, refundPayment } from "./client";
import type { Payment, PaymentStatus, ServiceEvent } from "./client";
export const isPaid = ({ status }: Payment): boolean => status === ("succeeded" satisfies PaymentStatus);
export const typeOf = (event: ServiceEvent): string => event.type;
export const buy = () =>
  createPayment({ headers: { "Idempotency-Key": "order-1" }, body: { amountCents: 4999 } });
export const giveBack = (id: string) => refundPayment({ path: { id }, body: { amountCents: 100 } });
export const refundsOf = (id: string) => listRefunds({ path: { id } });
`;

/** The same with ogen's client, which reads 3.0 alone. */
const GO_SHOP = `package main

import (
	"context"

	"judges/other-generators/api"
)

type key string

func (k key) ApiKey(context.Context, api.OperationName) (api.ApiKey, error) {
	return api.ApiKey{APIKey: string(k)}, nil
}

func (k key) Bearer(context.Context, api.OperationName) (api.Bearer, error) {
	return api.Bearer{Token: string(k)}, nil
}

func isPaid(payment api.Payment) bool { return payment.Status == api.PaymentStatusSucceeded }

func main() {
	ctx := context.Background()
	client, err := api.NewClient("http://127.0.0.1", key("svc_test"))
	if err != nil {
		panic(err)
	}
	created, err := client.CreatePayment(
		ctx, &api.CreatePaymentReq{AmountCents: 4999}, api.CreatePaymentParams{IdempotencyKey: "order-1"})
	if answer, ok := created.(*api.CreatedPaymentHeaders); ok && err == nil {
		id := answer.Response.SvcPaymentId
		_, _ = client.RefundPayment(
			ctx, api.NewOptRefundPaymentReq(api.RefundPaymentReq{AmountCents: api.NewOptInt64(100)}),
			api.RefundPaymentParams{ID: id})
		_, _ = client.ListRefunds(ctx, api.ListRefundsParams{ID: id})
	}
	_ = isPaid
}
`;
const OGEN = `generator:
  features:
    disable_all: true
    enable: ["paths/client"]
`;

/** Generators that make types rather than whole clients: pydantic models, hey-api's functions, ogen's types. */
export const otherGenerators: Judge = {
  title: "datamodel-codegen's models and the clients of hey-api and ogen are made of our OpenAPI documents",
  needs: ["go", "python3", "npm"],
  planted: [
    {
      mistake: "an example that is not of its schema",
      finding: /^datamodel-codegen: the example of FeePreview/,
    },
    { mistake: "an operation of another name", finding: /^hey-api: TS2(305|724) in shop/ },
    { mistake: "the same, in 3.0", finding: /^ogen: .*CreatePayment/ },
  ],
  async judge({ planted }) {
    const folder = join(CACHE, FOLDER);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const document = join(folder, "openapi.json");
    const text = readFileSync(join(ROOT, "shared/contract/generated/openapi.json"), "utf8");
    writeFileSync(document, planted ? plant(text) : text);
    const models = await judgeModels(folder, document);
    const client = await judgeClient(folder, document);
    const types = await judgeTypes(folder, document);
    const pins = readFileSync(join(JUDGES, REQUIREMENTS), "utf8");
    return {
      tools: [
        `datamodel-codegen ${/^datamodel-code-generator==(\S+)/m.exec(pins)?.[1]}`,
        `hey-api ${npmVersion(FOLDER, "@hey-api/openapi-ts")}`,
        `ogen ${goVersion(FOLDER, "github.com/ogen-go/ogen")}`,
      ],
      judged: "schemas whose examples went through their models and back, and two shops that compile",
      count: models.count + 2,
      findings: [...models.findings, ...client, ...types],
    };
  },
};

function plant(text: string): string {
  const document = JSON.parse(text);
  document.components.schemas.FeePreview.examples = [{ applicationFeeCents: "a lot" }];
  document.paths["/v1/payments/intents"].post.operationId = "makePayment";
  return JSON.stringify(document);
}

async function judgeModels(
  folder: string,
  document: string,
): Promise<{ count: number; findings: Finding[] }> {
  const programs = await pythonPrograms(REQUIREMENTS);
  const options = ["--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel"];
  const made = await run(join(programs, "datamodel-codegen"), [
    ...["--input", document, "--output", join(folder, "models.py"), "--formatters", "builtin", ...options],
  ]);
  if (made.status !== 0)
    return {
      count: 0,
      findings: [{ what: "datamodel-codegen: makes models", detail: made.stderr.slice(-500) }],
    };
  const { stdout, stderr, status } = await run(
    join(programs, "python"),
    [join(JUDGES, FOLDER, "round_trip.py"), document],
    { env: { ...process.env, PYTHONPATH: folder } },
  );
  if (status !== 0)
    return {
      count: 0,
      findings: [{ what: "datamodel-codegen: the models are imported", detail: stderr.slice(-500) }],
    };
  const lines = stdout
    .trim()
    .split("\n")
    .map((line): { name: string; ok: boolean; detail: string } => JSON.parse(line));
  return {
    count: lines.length,
    findings: lines
      .filter(({ ok }) => !ok)
      .map(({ name, detail }) => ({ what: `datamodel-codegen: the example of ${name}`, detail })),
  };
}

async function judgeClient(folder: string, document: string): Promise<Finding[]> {
  const programs = await npmPrograms(FOLDER);
  const made = await run(join(programs, "openapi-ts"), ["-i", document, "-o", join(folder, "client")], {
    cwd: join(programs, ".."),
  });
  if (made.status !== 0) return [{ what: "hey-api: makes a client", detail: made.stderr.slice(-500) }];
  writeFileSync(join(folder, "shop.ts"), SHOP);
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--target",
    "es2022",
    "--lib",
    "es2022,dom,dom.iterable",
  ];
  const how = ["--module", "es2022", "--moduleResolution", "bundler", "shop.ts"];
  const { stdout } = await run(
    process.execPath,
    [join(programs, "../typescript/bin/tsc"), ...options, ...how],
    { cwd: folder },
  );
  return [...stdout.matchAll(/^(.+?)\(.*?: error (TS\d+): (.*)$/gm)].map(([, file, error, text]) => ({
    what: `hey-api: ${error} in ${file}`,
    detail: text ?? "",
  }));
}

async function judgeTypes(folder: string, document: string): Promise<Finding[]> {
  const program = await buildGo(FOLDER, "github.com/ogen-go/ogen/cmd/ogen");
  const shop = join(folder, "go");
  mkdirSync(shop);
  for (const name of ["go.mod", "go.sum"]) cpSync(join(JUDGES, FOLDER, name), join(shop, name));
  writeFileSync(join(shop, "main.go"), GO_SHOP);
  writeFileSync(join(shop, "ogen.yml"), OGEN);
  const older = toVersion30(JSON.parse(readFileSync(document, "utf8")));
  writeFileSync(join(shop, "openapi-3.0.json"), JSON.stringify(older));
  const options = ["--config", "ogen.yml", "--target", "api", "--package", "api", "openapi-3.0.json"];
  const made = await run(program, options, { cwd: shop });
  if (made.status !== 0) return [{ what: "ogen: makes a client", detail: made.stderr.slice(-500) }];
  const warned = [...`${made.stdout}\n${made.stderr}`.matchAll(/^WARN\t([^\t]+)\t(.*)$/gm)];
  const { stderr } = await run("go", ["build", "./..."], { cwd: shop, env: GO });
  return [
    ...warned.map(([, text = "", detail = ""]) => ({ what: `ogen: ${text}`, detail })),
    ...[...stderr.matchAll(/^\.\/\S+:\d+:\d+: (.*)$/gm)].map(([line, said = ""]) => ({
      what: `ogen: ${said}`,
      detail: line,
    })),
  ];
}
