import type { Replica } from '@writ/stack';
import { eventually } from '@writ/test-kit';

const quietWithinMs = 30_000;

/**
 * Stops processes where they are, so that work can gather before them and all begin it at once, warm. None of them is
 * left in a transaction, which would hold up the others.
 */
export async function freeze(
  replicas: readonly Replica[],
  isQuiet: () => Promise<boolean>,
): Promise<() => void> {
  const signal = (name: NodeJS.Signals): void => {
    for (const replica of replicas) process.kill(replica.pid(), name);
  };
  const goOn = () => signal('SIGCONT');
  const tryNow = async (): Promise<boolean> => {
    signal('SIGSTOP');
    if (await isQuiet()) return true;
    goOn();
    return false;
  };
  await eventually(tryNow, { withinMs: quietWithinMs, everyMs: 50 });
  return goOn;
}
