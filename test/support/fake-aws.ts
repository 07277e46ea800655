import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export const OPERATOR_ARN = "arn:aws:sts::111122223333:assumed-role/payments-dev-operator/ada";

const callerIdentity = (arn: string): string =>
  `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
  <Arn>${arn}</Arn><UserId>AROA:ada</UserId><Account>111122223333</Account>
  </GetCallerIdentityResult></GetCallerIdentityResponse>`;

export type FakeAws = { url: string; server: Server; questions: string[] };

/** What AWS answers to a question, "DescribeStacks" or "secretsmanager.GetSecretValue"; undefined: it does not know. */
type Answers = (question: string, body: string) => { status: number; body: string } | undefined;

/** AWS, as far as it knows who calls. Every other question is written down, and answered as told, or rejected. */
export async function startAws(arn: string, answers: Answers): Promise<FakeAws> {
  const questions: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const target = request.headers["x-amz-target"];
    const question = /Action=(\w+)/.exec(body)?.[1] ?? String(target ?? `${request.method} ${request.url}`);
    questions.push(question);
    const answer =
      question === "GetCallerIdentity"
        ? { status: 200, body: callerIdentity(arn) }
        : (answers(question, body) ?? { status: 400, body: "<Error/>" });
    response
      .writeHead(answer.status, { "Content-Type": target ? "application/x-amz-json-1.1" : "text/xml" })
      .end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, questions };
}

/** CloudFormation, as far as one question goes. */
export const startCloudFormation = ({ status, xml }: { status: number; xml: string }): Promise<FakeAws> =>
  startAws(OPERATOR_ARN, () => ({ status, body: xml }));

export const describedStack = (outputs: Record<string, string>): string => {
  const members = Object.entries(outputs)
    .map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    )
    .join("");
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult>
    <Stacks><member><StackName>payments-dev</StackName><StackStatus>CREATE_COMPLETE</StackStatus>
    <CreationTime>2026-01-01T00:00:00Z</CreationTime><Outputs>${members}</Outputs></member></Stacks>
    </DescribeStacksResult></DescribeStacksResponse>`;
};
