import {
  ApiMapping,
  DomainName,
  type HttpApi,
  type HttpStage,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { Domain } from "./environments.ts";

/** The API under a name of our own. Its DNS record is made where the name is kept: the output ApiDomainTarget. */
export function addDomain(httpApi: HttpApi, stage: HttpStage, { name, certificateArn }: Domain): DomainName {
  const domainName = new DomainName(httpApi, "Domain", {
    domainName: name,
    certificate: Certificate.fromCertificateArn(httpApi, "Certificate", certificateArn),
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  new ApiMapping(httpApi, "DomainMapping", { api: httpApi, domainName, stage });
  return domainName;
}
