/**
 * The wait before the next attempt, in milliseconds; undefined when the schedule is used up (Contract §6.2).
 *
 * @param failed attempts that were made and failed, from 1.
 * @param scheduleMs the waits after the first, second, … failed attempt. Each is spread by a fifth either way.
 * @param retryAfterMs what the receiver asked for: honoured up to the schedule's next wait but one.
 * @param random from 0 up to 1.
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
