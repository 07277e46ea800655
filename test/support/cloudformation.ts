import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export const OPERATOR_ARN = "arn:aws:sts::111122223333:assumed-role/payments-dev-operator/ada";

const CALLER = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
  <Arn>${OPERATOR_ARN}</Arn><UserId>AROA:ada</UserId><Account>111122223333</Account>
  </GetCallerIdentityResult></GetCallerIdentityResponse>`;

/** CloudFormation, as far as one question goes; and STS, which knows who asks. */
export async function startCloudFormation(answer: {
  status: number;
  xml: string;
}): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, xml } = Buffer.concat(chunks).includes("GetCallerIdentity")
      ? { status: 200, xml: CALLER }
      : answer;
    response.writeHead(status, { "Content-Type": "text/xml" }).end(xml);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

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
