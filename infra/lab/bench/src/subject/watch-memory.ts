import type { ServiceName } from '@writ/stack';
import { residentMb } from '../measure/resident-memory.ts';
import type { Subject } from './start-subject.ts';

const everyMs = 500;

/** Looks at the memory of these services until it is ended; gives the most, in MB, that each of them held. */
export function watchMemory(
  { stack }: Subject,
  services: readonly ServiceName[],
): { end: () => Promise<Readonly<Record<string, number>>> } {
  const most: Record<string, number> = {};
  const look = async (): Promise<void> => {
    for (const service of services) {
      const [replica] = stack.replicas[service];
      const mb = replica && (await residentMb(replica.pid()));
      if (mb !== undefined) most[service] = Math.max(most[service] ?? 0, mb);
    }
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  return {
    end: async () => {
      clearInterval(timer);
      await looking.then(look);
      return most;
    },
  };
}
