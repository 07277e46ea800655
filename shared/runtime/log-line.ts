import { logConfig } from "./config.ts";

export type Level = "debug" | "info" | "warn" | "error";

const LEVELS = ["DEBUG", "INFO", "WARN", "ERROR", "SILENT"];

const rankOf = (level: string): number => LEVELS.indexOf(level.toUpperCase());

/**
 * One line of JSON, with the level and the time by which Lambda knows and filters it. Past console, because Lambda puts
 * words in front of what that writes.
 */
export function writeLine(level: Level, message: string, fields: object): void {
  if (rankOf(level) < rankOf(logConfig().LOG_LEVEL)) return;
  const line = { level: level.toUpperCase(), timestamp: new Date().toISOString(), message, ...fields };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
