import { NotRehearsable } from "../policies/not-rehearsable.ts";
import { isLike } from "../policies/policy.ts";
import type { Assembly } from "./assembly.ts";
import { ACCOUNT, REGION } from "./identities.ts";
import { importedRoutes } from "./imported-routes.ts";

export type RouteSpec = {
  /** "POST /v1/payments/intents", or "$default". */
  key: string;
  functionArn: string;
  isPermitted: boolean;
  /** A rate of 0 lets nothing through. */
  isClosed: boolean;
};

type RouteSettings = { ThrottlingRateLimit?: number };

export function readRoutes(assembly: Assembly): RouteSpec[] {
  const [api, ...more] = assembly.ofType("AWS::ApiGatewayV2::Api");
  const [stage, ...otherStages] = assembly.ofType("AWS::ApiGatewayV2::Stage");
  if (!api || !stage || more.length > 0 || otherStages.length > 0)
    throw new NotRehearsable("The templates must have one API with one stage.");
  const stageName = String(assembly.read(stage, "StageName"));
  const defaults = assembly.read<RouteSettings>(stage, "DefaultRouteSettings") ?? {};
  const settings = assembly.read<Record<string, RouteSettings>>(stage, "RouteSettings") ?? {};
  const routes = importedRoutes(assembly.read<object>(api, "Body") ?? {});
  const keys = routes.map(({ key }) => key);
  const unknown = Object.keys(settings).find((key) => !keys.includes(key));
  if (unknown) throw new NotRehearsable(`The stage limits ${unknown}, which the API does not have.`);
  return routes.map(({ key, functionArn }) => {
    const executionArn = `arn:aws:execute-api:${REGION}:${ACCOUNT}:${assembly.refOf(api)}/${stageName}/${pathIn(key)}`;
    return {
      key,
      functionArn,
      isPermitted: isPermitted(assembly, functionArn, executionArn),
      isClosed: (settings[key] ?? defaults).ThrottlingRateLimit === 0,
    };
  });
}

/** The default route's ARN has one segment less than all others'. */
const pathIn = (key: string): string => key.replace(" ", "");

const isPermitted = (assembly: Assembly, functionArn: string, executionArn: string): boolean =>
  assembly.ofType("AWS::Lambda::Permission").some((permission) => {
    const read = (property: string) => assembly.read<string>(permission, property);
    return (
      read("Principal") === "apigateway.amazonaws.com" &&
      read("Action") === "lambda:InvokeFunction" &&
      read("FunctionName") === functionArn &&
      [undefined, ACCOUNT].includes(read("SourceAccount")) &&
      isLike(executionArn, read("SourceArn") ?? "*")
    );
  });
