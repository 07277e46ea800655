import type { Delivery } from "../../../infra/simulator/storage/deliveries.ts";
import type { Job } from "../../../infra/simulator/storage/jobs.ts";
import type { Kind, Kinds } from "../../../infra/simulator/storage/kinds.ts";
import type { ListQuery } from "../../../infra/simulator/storage/list-query.ts";
import type { SavedAnswer } from "../../../infra/simulator/storage/saved-answers.ts";
import type { Store } from "../../../infra/simulator/storage/store.ts";
import { isFollowed, isFollowedThin } from "../../../shared/domain/events/event-types.ts";

/*
 * Takes the place of the processor simulator's SQLite: the same tables as maps. A database in memory costs more to open
 * than a whole seed. It is held against the real one by simulator-store.test.ts.
 */

type Row = {
  seq: number;
  id: string;
  kind: Kind;
  account: string;
  created: number;
  type: string;
  /** Never handed out itself. */
  body: object;
};
type Pending = Delivery & { state: "pending" | "delivered" | "given_up"; dueAtMs: number };

/** Every change leaves behind how it is undone, until the outermost transaction ends. */
function createUndoLog() {
  const steps: (() => void)[] = [];
  let depth = 0;
  return {
    note: (undo: () => void): void => {
      if (depth > 0) steps.push(undo);
    },
    atomically<T>(change: () => T): T {
      const mark = steps.length;
      depth++;
      try {
        return change();
      } catch (error) {
        while (steps.length > mark) steps.pop()?.();
        throw error;
      } finally {
        depth--;
        if (depth === 0) steps.length = 0;
      }
    },
  };
}

/** The reader's own, to change as it likes. */
const read = <T>({ body }: Row): T => copy(body as T);

/** What a database would give back of it: what is undefined is left out. Cheaper than text and back. */
function copy<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copy) as T;
  // Of objects of many kinds this makes one like another faster than a literal with all that is in it.
  const own = Object.assign({}, value) as Record<string, unknown>;
  let isWhole = true;
  for (const name in own) {
    const part = own[name];
    if (typeof part === "object") own[name] = copy(part);
    else if (part === undefined) isWhole = false;
  }
  if (isWhole) return own as T;
  return Object.fromEntries(Object.entries(own).filter(([, part]) => part !== undefined)) as T;
}

type UndoLog = ReturnType<typeof createUndoLog>;

export function openStore(_database: string): Store {
  const log = createUndoLog();
  const { deliveries, isUndelivered } = deliveryTable(log);
  const { objects, typeOf } = objectTable(log, isUndelivered);
  return {
    objects,
    savedAnswers: savedAnswerTable(log),
    deliveries: {
      ...deliveries,
      // An endpoint names the types that it wants: what it does not want is never sent.
      add: (eventId, endpoint, dueAtMs) => {
        const type = typeOf(eventId);
        if (isFollowed(type) || isFollowedThin(type)) deliveries.add(eventId, endpoint, dueAtMs);
      },
    },
    jobs: jobTable(log),
    settings: settingTable(),
    atomically: log.atomically,
    close: () => {},
  };
}

function objectTable(log: UndoLog, isUndelivered: (eventId: string) => boolean) {
  const rows = new Map<string, Row>();
  /** By kind and account, in order of insertion. */
  const lists = new Map<string, Row[]>();
  const listOf = (kind: string, account: string): Row[] => {
    const name = `${kind} ${account}`;
    const known = lists.get(name) ?? [];
    lists.set(name, known);
    return known;
  };
  let lastSeq = 0;
  const objects: Store["objects"] = {
    insert(kind, account, created, object) {
      if (rows.has(object.id)) throw new Error(`UNIQUE constraint failed: objects.id (${object.id})`);
      const { id } = object;
      const isEvent = kind === "event" || kind === "thin_event";
      const type = isEvent ? (object as Kinds["event" | "thin_event"]).type : "";
      const row = { seq: ++lastSeq, id, kind, account, created, type, body: copy(object) };
      rows.set(row.id, row);
      const list = listOf(kind, account);
      list.push(row);
      log.note(() => {
        rows.delete(row.id);
        list.pop();
      });
    },
    update(object) {
      const row = rows.get(object.id);
      if (!row) return;
      const { body } = row;
      row.body = copy(object);
      log.note(() => {
        row.body = body;
      });
    },
    move(id, account) {
      const row = rows.get(id);
      if (!row) return;
      const change = (to: string): void => {
        const from = listOf(row.kind, row.account);
        from.splice(from.indexOf(row), 1);
        row.account = to;
        const list = listOf(row.kind, to);
        list.splice(list.findLastIndex(({ seq }) => seq < row.seq) + 1, 0, row);
      };
      const former = row.account;
      change(account);
      log.note(() => change(former));
    },
    has(kind, account, id) {
      const row = rows.get(id);
      return row?.kind === kind && row.account === account;
    },
    find<K extends Kind>(kind: K, account: string, id: string) {
      const row = rows.get(id);
      return row?.kind === kind && row.account === account ? read<Kinds[K]>(row) : undefined;
    },
    findAnywhere<K extends Kind>(kind: K, id: string) {
      const row = rows.get(id);
      return row?.kind === kind ? { account: row.account, object: read<Kinds[K]>(row) } : undefined;
    },
    findById(id) {
      const row = rows.get(id);
      return row && read<object>(row);
    },
    list<K extends Kind>(kind: K, account: string, query: ListQuery) {
      const found: Row[] = [];
      const all = listOf(kind, account);
      const matches = matcherOf(rows, query, isUndelivered);
      for (let place = 0; place < all.length && found.length <= query.limit; place++) {
        const row = all[all.length - 1 - place] as Row;
        if (matches(row)) found.push(row);
      }
      const data = found.slice(0, query.limit).map((row) => read<Kinds[K]>(row));
      return { data, hasMore: found.length > query.limit };
    },
  };
  return { objects, typeOf: (eventId: string): string => rows.get(eventId)?.type ?? "" };
}

/** Whether a query wants an object. */
function matcherOf(
  rows: Map<string, Row>,
  query: ListQuery,
  isUndelivered: (eventId: string) => boolean,
): (row: Row) => boolean {
  const before = query.startingAfter === undefined ? undefined : rows.get(query.startingAfter)?.seq;
  return (row) => {
    if (query.startingAfter !== undefined && !(row.seq < (before ?? Number.NaN))) return false;
    if (!(query.created ?? []).every((bound) => isWithin(row.created, bound))) return false;
    if (query.delivered !== undefined && isUndelivered(row.id) === query.delivered) return false;
    if (query.types && !query.types.includes(row.type)) return false;
    return Object.entries(query.equals ?? {}).every(
      ([field, value]) => value === undefined || valueAt(row.body, field) === value,
    );
  };
}

/** `status`, `metadata."key"` */
function valueAt(object: object, field: string): unknown {
  let value: unknown = object;
  for (const [, quoted, plain] of field.matchAll(/"([^"]*)"|([^."]+)/g))
    value = (value as Record<string, unknown> | null | undefined)?.[quoted ?? plain ?? ""];
  return value;
}

function isWithin(seconds: number, { operator, value }: NonNullable<ListQuery["created"]>[number]): boolean {
  if (operator === "=") return seconds === value;
  if (operator === "<") return seconds < value;
  return operator === "<=" ? seconds <= value : seconds >= value;
}

function savedAnswerTable(log: UndoLog): Store["savedAnswers"] {
  const saved = new Map<string, { answer: SavedAnswer; atMs: number }>();
  return {
    find(account, key, notBeforeMs) {
      const found = saved.get(`${account} ${key}`);
      return found && found.atMs > notBeforeMs ? { ...found.answer } : undefined;
    },
    save(answer, atMs) {
      const name = `${answer.account} ${answer.key}`;
      const former = saved.get(name);
      saved.set(name, { answer: { ...answer }, atMs });
      log.note(() => {
        if (former) saved.set(name, former);
        else saved.delete(name);
      });
    },
  };
}

function deliveryTable(log: UndoLog) {
  const all: Pending[] = [];
  const change = (seq: number, changed: Partial<Pending>): void => {
    const delivery = all[seq - 1];
    if (!delivery) return;
    const former = { ...delivery };
    Object.assign(delivery, changed);
    log.note(() => Object.assign(delivery, former));
  };
  const pending = (endpoints: number[]): Pending[] =>
    all.filter(({ state, endpoint }) => state === "pending" && endpoints.includes(endpoint));
  const deliveries: Store["deliveries"] = {
    add(eventId, endpoint, dueAtMs) {
      all.push({ seq: all.length + 1, eventId, endpoint, attempts: 0, state: "pending", dueAtMs });
      log.note(() => all.pop());
    },
    due: (endpoints, nowMs, limit) =>
      pending(endpoints)
        .filter(({ dueAtMs }) => dueAtMs <= nowMs)
        .sort((one, other) => one.dueAtMs - other.dueAtMs || one.seq - other.seq)
        .slice(0, limit)
        .map(({ seq, eventId, endpoint, attempts }) => ({ seq, eventId, endpoint, attempts })),
    nextDueAtMs(endpoints, nowMs) {
      const times = pending(endpoints).flatMap(({ dueAtMs }) => (dueAtMs > nowMs ? [dueAtMs] : []));
      return times.length === 0 ? undefined : Math.min(...times);
    },
    postpone: (seq, attempts, dueAtMs) => change(seq, { attempts, dueAtMs }),
    end: (seq, state) => change(seq, { state }),
    giveUpDue(endpoint, nowMs) {
      for (const { seq, dueAtMs } of pending([endpoint]))
        if (dueAtMs <= nowMs) change(seq, { state: "given_up" });
    },
  };
  const isUndelivered = (eventId: string): boolean =>
    all.some((delivery) => delivery.eventId === eventId && delivery.state !== "delivered");
  return { deliveries, isUndelivered };
}

function jobTable(log: UndoLog): Store["jobs"] {
  const jobs: (Job & { dueAtMs: number })[] = [];
  let lastSeq = 0;
  return {
    add(kind, objectId, dueAtMs) {
      const job = { seq: ++lastSeq, kind, objectId, dueAtMs };
      const place = jobs.findLastIndex((known) => known.dueAtMs <= dueAtMs) + 1;
      jobs.splice(place, 0, job);
      log.note(() => {
        jobs.splice(jobs.indexOf(job), 1);
        lastSeq--;
      });
    },
    due(nowMs) {
      const [first] = jobs;
      if (!first || first.dueAtMs > nowMs) return undefined;
      return { seq: first.seq, kind: first.kind, objectId: first.objectId };
    },
    nextDueAtMs: () => jobs[0]?.dueAtMs,
    remove(seq) {
      const place = jobs.findIndex((job) => job.seq === seq);
      const [removed] = place < 0 ? [] : jobs.splice(place, 1);
      if (removed) log.note(() => jobs.splice(place, 0, removed));
    },
  };
}

function settingTable(): Store["settings"] {
  const settings = new Map<string, string>();
  return {
    find: (name) => settings.get(name),
    save: (name, value) => {
      settings.set(name, value);
    },
  };
}
