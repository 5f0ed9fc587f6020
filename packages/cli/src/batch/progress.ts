import type { Surroundings } from '../surroundings.ts';

const width = 30;

/** A bar on a terminal, and nothing elsewhere. */
export function progressOn(stderr: Surroundings['stderr'], total: number) {
  const shows = stderr.isTTY === true;
  return {
    show: (done: number, failed: number) => {
      if (!shows) return;
      const filled = Math.round((width * done) / Math.max(1, total));
      const bar = '█'.repeat(filled).padEnd(width, '░');
      stderr.write(`\r${bar} ${done}/${total}${failed > 0 ? `, ${failed} failed` : ''}`);
    },
    end: () => {
      if (shows) stderr.write('\n');
    },
  };
}
