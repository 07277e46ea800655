import { createServer, type IncomingMessage, type Server } from "node:http";
import { listen } from "./http-listen.ts";

/** The one call of Secrets Manager that the functions make, answered from memory. */
export async function startSecretsManager(
  secrets: Record<string, string>,
): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const { status, body } = answer(request.headers["x-amz-target"], await bodyOf(request), secrets);
    response.writeHead(status, { "Content-Type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify(body));
  });
  return { url: await listen(server, 0), server };
}

function answer(target: unknown, body: string, secrets: Record<string, string>) {
  if (target !== "secretsmanager.GetSecretValue") return refusal("UnknownOperationException");
  const { SecretId } = JSON.parse(body) as { SecretId: string };
  const SecretString = secrets[SecretId];
  if (SecretString === undefined) return refusal("ResourceNotFoundException");
  return { status: 200, body: { ARN: SecretId, Name: SecretId, SecretString } };
}

const refusal = (type: string) => ({ status: 400, body: { __type: type, message: type } });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
