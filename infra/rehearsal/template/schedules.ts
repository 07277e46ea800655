import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { Assembly } from "./assembly.ts";
import type { Role } from "./roles.ts";

export type ScheduleSpec = { name: string; everyMs: number; functionArn: string; role: Role; input: object };

type Target = { Arn: string; RoleArn: string; Input?: string };

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export const readSchedules = (assembly: Assembly, roles: ReadonlyMap<string, Role>): ScheduleSpec[] =>
  assembly.ofType("AWS::Scheduler::Schedule").flatMap((resource) => {
    const read = <T>(property: string) => assembly.read<T>(resource, property);
    if (read<string>("State") === "DISABLED") return [];
    const { Arn, RoleArn, Input = "{}" } = read<Target>("Target") ?? { Arn: "", RoleArn: "" };
    const role = roles.get(RoleArn);
    if (!role) throw new NotRehearsable(`${resource.logicalId} has a role that the templates do not have.`);
    const everyMs = intervalOf(String(read<string>("ScheduleExpression")), resource.logicalId);
    return [
      { name: resource.logicalId, everyMs, functionArn: Arn, role, input: JSON.parse(Input) as object },
    ];
  });

/** The hour does not matter here, where time is moved by hand. */
function intervalOf(expression: string, where: string): number {
  const [, number, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (number && unit) return Number(number) * (UNIT_MS[unit] ?? 0);
  if (/^cron\(\d+ \d+ \* \* \? \*\)$/.test(expression)) return UNIT_MS.day ?? 0;
  throw new NotRehearsable(`${where} runs at ${expression}, which cannot be rehearsed.`);
}
