/**
 * The wait before the next attempt in milliseconds; undefined at the end of the schedule (Contract §6.2).
 *
 * @param failed failed attempts, from 1
 * @param scheduleMs waits after each failed attempt, varied by a fifth either way
 * @param retryAfterMs honoured up to the schedule's next wait but one
 * @param random from 0 to 1
 */
export function nextAttempt(options: {
  failed: number;
  scheduleMs: readonly number[];
  retryAfterMs?: number | undefined;
  random: () => number;
}): number | undefined {
  const { failed, scheduleMs, retryAfterMs = 0, random } = options;
  const step = scheduleMs[failed - 1];
  if (step === undefined) return undefined;
  const spread = step * (0.8 + 0.4 * random());
  const longest = Math.max(step, scheduleMs[failed] ?? step);
  return Math.round(Math.max(spread, Math.min(retryAfterMs, longest)));
}
