import { exit, type ExitCode } from '../exit.ts';
import type { Session } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';
import type { FileResult } from './results-file.ts';

const width = 30;
const lineEveryMs = 10_000;

/** A bar on a terminal, otherwise a line every 10 seconds. */
export function progressOn(stderr: Surroundings['stderr'], apart = 'failed') {
  const isTerminal = stderr.isTTY === true;
  let lastLineAtMs = Date.now();
  let hasBar = false;
  return {
    show: (done: number, total: number, countApart: number, why = '') => {
      const counts = `${done}/${total}${countApart > 0 ? `, ${countApart} ${apart}` : ''}`;
      const text = why === '' ? counts : `${counts}. ${why}`;
      hasBar = isTerminal;
      if (isTerminal) {
        const filled = Math.min(width, Math.round((width * done) / Math.max(1, total)));
        // Deletes the rest of an earlier, longer text.
        stderr.write(`\r${'█'.repeat(filled).padEnd(width, '░')} ${text}\u001b[K`);
      } else if (Date.now() - lastLineAtMs >= lineEveryMs) {
        lastLineAtMs = Date.now();
        stderr.write(`${text}\n`);
      }
    },
    end: () => {
      if (hasBar) stderr.write('\n');
    },
  };
}

export type Counts = { done: number; failed: number; ambiguous: number; total: number };

export function count(counts: Counts, results: readonly FileResult[]): void {
  counts.done += results.length;
  counts.failed += results.filter(({ success }) => !success).length;
  counts.ambiguous += results.filter(({ ambiguous }) => ambiguous).length;
}

export function shown({ around }: Session, counts: Readonly<Counts>) {
  const { show, end } = progressOn(around.stderr);
  return { waits: (why: string) => show(counts.done, counts.total, counts.failed, why), end };
}

export function printCounts(session: Session, { failed, ambiguous, total }: Counts, path: string): ExitCode {
  session.print.one({ records: total, written: total - failed, failed, ambiguous, results: path }, path);
  if (ambiguous > 0)
    session.note(
      `${ambiguous} records may exist twice in the CRM, or may have been written although they failed: their lines in ${path} have "ambiguous": true.`,
    );
  if (failed > 0) session.note('To send the failed records again, add --retry-failed to the same command.');
  return failed + ambiguous === 0 ? exit.done : exit.writeFailed;
}
