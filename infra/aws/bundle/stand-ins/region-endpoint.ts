import { reject } from "./rejection.ts";

type EndpointParameters = {
  Region?: string;
  /** From AWS_ENDPOINT_URL and its kin. */
  Endpoint?: string;
  UseFIPS?: boolean;
  UseDualStack?: boolean;
};

/** AWS's public regions, GovCloud and China. Others have domains of their own and would have to be added here. */
const KNOWN_REGION = /^(?:us|eu|ap|sa|ca|me|af|il|mx|cn|us-gov)-[a-z]+-\d$/;

/**
 * Stands in for each client's endpoint rules, a decision diagram and its interpreter that end, for what we ask, in
 * this one line. test/template/endpoints.test.ts holds it against the originals.
 */
export const endpointOf =
  (service: string) =>
  ({ Region = "", Endpoint, UseFIPS, UseDualStack }: EndpointParameters) => {
    if (UseFIPS || UseDualStack) return reject("FIPS and dual-stack endpoints are");
    if (!Endpoint && !KNOWN_REGION.test(Region)) return reject(`The endpoints of region "${Region}" are`);
    const domain = Region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    return {
      url: new URL(Endpoint ?? `https://${service}.${Region}.${domain}`),
      properties: {},
      headers: {},
    };
  };
