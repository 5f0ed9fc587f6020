/** The environment of a process whose `Date` is wrong by so many milliseconds. */
export const skewedClock = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${new URL('skew-clock.main.ts', import.meta.url).href}`,
  CLOCK_SKEW_MS: String(ms),
});
