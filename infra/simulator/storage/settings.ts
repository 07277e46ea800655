import type { DatabaseSync } from "node:sqlite";

export type SettingTable = ReturnType<typeof settingTable>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
`;

export function settingTable(db: DatabaseSync) {
  db.exec(SCHEMA);
  const find = db.prepare("SELECT value FROM settings WHERE name = ?");
  const save = db.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)");
  return {
    find(name: string): string | undefined {
      const row = find.get(name);
      return row && String(row.value);
    },
    save(name: string, value: string): void {
      save.run(name, value);
    },
  };
}
