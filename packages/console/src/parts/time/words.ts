const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
] as const;

/** In its largest unit: `4 min`. */
export function spanWords(ms: number): string {
  const unit = units.find((each) => ms >= each.ms) ?? units[3];
  return `${Math.floor(ms / unit.ms)} ${unit.name}`;
}

/** `4 min ago`, `in 2 h`, `now`. */
export function relativeWords(atMs: number, nowMs: number): string {
  const distance = atMs - nowMs;
  if (Math.abs(distance) < 1_000) return 'now';
  return distance < 0 ? `${spanWords(-distance)} ago` : `in ${spanWords(distance)}`;
}

/** To the second, in at most two units: `1 h 04 min`, `3 min 09 s`. */
export function countdownWords(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  if (seconds >= 3_600)
    return `${Math.floor(seconds / 3_600)} h ${two(Math.floor((seconds % 3_600) / 60))} min`;
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  return `${seconds} s`;
}

/** `38 ms`, `1.4 s`. */
export function durationWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : countdownWords(ms);
}

/** `2026-11-23 04:05:06 UTC`. */
export function absoluteWords(atMs: number, zone: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone: zone,
  }).formatToParts(atMs);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}:${of('second')} ${of('timeZoneName')}`;
}

/** `14:00`; of a day `23 Nov`, or `23 Nov 05:45` in a zone whose days begin at another time. */
export function bucketWords(
  atMs: number,
  bucket: 'minute' | 'hour' | 'day',
  zone: string | undefined,
): string {
  const in24h = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const clock = new Intl.DateTimeFormat('en-GB', { ...in24h, timeZone: zone }).format(atMs);
  if (bucket !== 'day') return clock;
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: zone }).format(
    atMs,
  );
  return clock === '00:00' ? day : `${day} ${clock}`;
}
