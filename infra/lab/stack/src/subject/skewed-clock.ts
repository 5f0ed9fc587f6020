/** Shifts `Date` of a process. */
export const skewedClock = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${new URL('skew-clock.main.ts', import.meta.url).href}`,
  CLOCK_SKEW_MS: String(ms),
});
