import { createServer, type IncomingMessage, type Server } from "node:http";
import { listen } from "./http-listen.ts";

/**
 * The one call of Secrets Manager that the functions make, and the one that an operator makes, answered from memory.
 * `keep`: told of every value that was written.
 */
export async function startSecretsManager(
  secrets: Record<string, string>,
  keep: (secretId: string, value: string) => void = () => {},
): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const { status, body } = answer(request.headers["x-amz-target"], await bodyOf(request), {
      secrets,
      keep,
    });
    response.writeHead(status, { "Content-Type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify(body));
  });
  return { url: await listen(server, 0), server };
}

type Kept = { secrets: Record<string, string>; keep: (secretId: string, value: string) => void };

function answer(target: unknown, body: string, { secrets, keep }: Kept) {
  const isWrite = target === "secretsmanager.PutSecretValue";
  if (!isWrite && target !== "secretsmanager.GetSecretValue") return rejection("UnknownOperationException");
  const given = JSON.parse(body) as { SecretId: string; SecretString?: string };
  const { SecretId } = given;
  if (secrets[SecretId] === undefined) return rejection("ResourceNotFoundException");
  if (isWrite && given.SecretString !== undefined) {
    secrets[SecretId] = given.SecretString;
    keep(SecretId, given.SecretString);
  }
  const named = { ARN: SecretId, Name: SecretId };
  return { status: 200, body: isWrite ? named : { ...named, SecretString: secrets[SecretId] } };
}

const rejection = (type: string) => ({ status: 400, body: { __type: type, message: type } });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
