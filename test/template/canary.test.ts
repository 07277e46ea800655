import { describe, expect, it } from "vitest";
import {
  arnOf,
  canaryHookOf,
  liveAliasOf,
  onlyResource,
  refTo,
  resourcesOfType,
  SHIFTED,
} from "./support/resources.ts";
import { fullestTemplate, templateOf } from "./support/templates.ts";

describe.each(["dev", "staging", "prod"])("the canaries of %s", (environment) => {
  const template = templateOf(environment);
  const groups = resourcesOfType(template, "AWS::CodeDeploy::DeploymentGroup");
  const groupOf = (name: string) =>
    groups.find(({ Properties }) => Properties.DeploymentGroupName === `payments-${environment}-${name}`);

  it("are those of the functions that move money, of the webhook and of delivery", () => {
    const names = groups.map(({ Properties }) => String(Properties.DeploymentGroupName));
    expect(names.sort()).toEqual(SHIFTED.map((name) => `payments-${environment}-${name}`).sort());
  });

  it.each(SHIFTED)("give %s one call in ten for ten minutes, and take it back at its alarm", (name) => {
    const alarm = resourcesOfType(template, "AWS::CloudWatch::Alarm").find(
      ({ Properties }) => Properties.AlarmName === `payments-${environment}-canary-${name}`,
    );
    expect(groupOf(name)?.Properties).toMatchObject({
      DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent10Minutes",
      DeploymentStyle: { DeploymentType: "BLUE_GREEN", DeploymentOption: "WITH_TRAFFIC_CONTROL" },
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: alarm?.logicalId } }] },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"]),
      },
    });
    expect(liveAliasOf(template, name).UpdatePolicy).toEqual({
      CodeDeployLambdaAliasUpdate: {
        ApplicationName: refTo(onlyResource(template, "AWS::CodeDeploy::Application")),
        DeploymentGroupName: { Ref: groupOf(name)?.logicalId },
        BeforeAllowTrafficHook: refTo(canaryHookOf(template)),
      },
    });
  });

  it("share one role, which only CodeDeploy assumes", () => {
    const roles = new Set(groups.map(({ Properties }) => JSON.stringify(Properties.ServiceRoleArn)));
    expect(roles.size).toBe(1);
    const role = resourcesOfType(template, "AWS::IAM::Role").find(
      (one) => JSON.stringify(arnOf(one)) === [...roles][0],
    );
    expect(role?.Properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Principal: { Service: "codedeploy.amazonaws.com" } }],
    });
    expect(role?.Properties).not.toHaveProperty("Policies");
  });

  it("leave all other functions to change over at once", () => {
    const gradual = resourcesOfType(template, "AWS::Lambda::Alias").filter(
      ({ UpdatePolicy }) => UpdatePolicy,
    );
    expect(gradual).toHaveLength(SHIFTED.length);
  });
});

it.each(SHIFTED)(
  "-c atOnce=true gives %s's new version all calls at once, after its first question",
  (name) => {
    const template = fullestTemplate();
    const group = resourcesOfType(template, "AWS::CodeDeploy::DeploymentGroup").find(
      ({ Properties }) => Properties.DeploymentGroupName === `payments-prod-${name}`,
    );
    expect(group?.Properties).toMatchObject({
      DeploymentConfigName: "CodeDeployDefault.LambdaAllAtOnce",
      AlarmConfiguration: { Enabled: false },
    });
    expect(liveAliasOf(template, name).UpdatePolicy).toMatchObject({
      CodeDeployLambdaAliasUpdate: { BeforeAllowTrafficHook: refTo(canaryHookOf(template)) },
    });
  },
);
