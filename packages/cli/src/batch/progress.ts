import type { Surroundings } from '../surroundings.ts';

const width = 30;
const lineEveryMs = 10_000;

export type Progress = ReturnType<typeof progressOn>;

/**
 * A bar on a terminal; elsewhere a line every 10 seconds, so that a log shows that it still runs. `apart` says what the records
 * are that it counts beside.
 */
export function progressOn(stderr: Surroundings['stderr'], apart = 'failed') {
  const isTerminal = stderr.isTTY === true;
  let lastLineAtMs = Date.now();
  return {
    /** `why`: what it waits for. */
    show: (done: number, total: number, besides: number, why = '') => {
      const counts = `${done}/${total}${besides > 0 ? `, ${besides} ${apart}` : ''}`;
      const told = why === '' ? counts : `${counts}. ${why}`;
      if (isTerminal) {
        const filled = Math.min(width, Math.round((width * done) / Math.max(1, total)));
        // The rest of the line may hold an earlier, longer text.
        stderr.write(`\r${'█'.repeat(filled).padEnd(width, '░')} ${told}\u001b[K`);
      } else if (Date.now() - lastLineAtMs >= lineEveryMs) {
        lastLineAtMs = Date.now();
        stderr.write(`${told}\n`);
      }
    },
    end: () => {
      if (isTerminal) stderr.write('\n');
    },
  };
}
