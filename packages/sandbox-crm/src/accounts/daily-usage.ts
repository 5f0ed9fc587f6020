import type { ProviderName } from '../provider-name.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export type DailyUsage = { used(nowMs: number): number; add(nowMs: number): void };

/** Calls since midnight UTC, as HubSpot's daily limit counts (in the portal's time zone; ours is UTC). */
export function calendarDayUsage(): DailyUsage {
  let day = 0;
  let count = 0;
  const turnTo = (nowMs: number) => {
    const today = Math.floor(nowMs / dayMs);
    if (today === day) return;
    day = today;
    count = 0;
  };
  return {
    used: (nowMs) => (turnTo(nowMs), count),
    add(nowMs) {
      turnTo(nowMs);
      count += 1;
    },
  };
}

/** Calls of the last 24 hours, in steps of an hour, as Salesforce counts its requests. */
export function rollingDayUsage(): DailyUsage {
  const hours = new Array<number>(24).fill(0);
  let hour = 0;
  let count = 0;
  const turnTo = (nowMs: number) => {
    const current = Math.floor(nowMs / hourMs);
    if (current === hour) return;
    for (let gone = Math.max(hour + 1, current - 23); gone <= current; gone += 1) {
      count -= hours[gone % 24] ?? 0;
      hours[gone % 24] = 0;
    }
    hour = current;
  };
  return {
    used: (nowMs) => (turnTo(nowMs), count),
    add(nowMs) {
      turnTo(nowMs);
      hours[hour % 24] = (hours[hour % 24] ?? 0) + 1;
      count += 1;
    },
  };
}

/** How each provider counts a day's calls. */
export const dailyUsageOf: Readonly<Record<ProviderName, () => DailyUsage>> = {
  hubspot: calendarDayUsage,
  salesforce: rollingDayUsage,
};
