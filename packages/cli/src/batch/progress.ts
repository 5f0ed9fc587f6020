import type { Surroundings } from '../surroundings.ts';

const width = 30;

/** A bar on a terminal, and nothing elsewhere; `apart` says what those are that it counts beside. */
export function progressOn(stderr: Surroundings['stderr'], apart = 'failed') {
  const shows = stderr.isTTY === true;
  return {
    show: (done: number, total: number, besides: number) => {
      if (!shows) return;
      const filled = Math.min(width, Math.round((width * done) / Math.max(1, total)));
      const bar = '█'.repeat(filled).padEnd(width, '░');
      stderr.write(`\r${bar} ${done}/${total}${besides > 0 ? `, ${besides} ${apart}` : ''}`);
    },
    end: () => {
      if (shows) stderr.write('\n');
    },
  };
}
