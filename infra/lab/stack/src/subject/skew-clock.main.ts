// Loaded with `--import` before a service: shifts `Date` by the given milliseconds, but not timers and the monotonic
// clock.
const skewMs = Number(process.env['CLOCK_SKEW_MS'] ?? '0');
const RightDate = Date;

class SkewedDate extends RightDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(SkewedDate.now());
    else super(...(given as [number]));
  }

  static override now(): number {
    return RightDate.now() + skewMs;
  }
}

globalThis.Date = SkewedDate as DateConstructor;
