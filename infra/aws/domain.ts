import {
  ApiMapping,
  DomainName,
  type HttpStage,
  type IHttpApi,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { Construct } from "constructs";
import type { Domain } from "./environments.ts";

/** The API under a name of our own. Its DNS record is made where the name is kept: the output ApiDomainTarget. */
export function addDomain(
  scope: Construct,
  api: IHttpApi,
  stage: HttpStage,
  { name, certificateArn }: Domain,
): DomainName {
  const domainName = new DomainName(scope, "Domain", {
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, "Certificate", certificateArn),
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  new ApiMapping(scope, "DomainMapping", { api, domainName, stage });
  return domainName;
}
