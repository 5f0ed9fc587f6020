import type { ServiceName } from '@writ/stack';
import { residentMb } from '../measure/resident-memory.ts';
import type { Subject } from './start-subject.ts';

const everyMs = 500;

type Watch = { end: () => Promise<Readonly<Record<string, number>>> };
type Process = { pid: () => number };

/** Looks at the memory of these services until it is ended; gives the most, in MB, that each of them held. */
export const watchMemory = ({ stack }: Subject, services: readonly ServiceName[]): Watch =>
  watchProcesses(
    Object.fromEntries(
      services.flatMap((service) => stack.replicas[service].slice(0, 1).map((replica) => [service, replica])),
    ),
  );

/** The same of any processes, by their names here. */
export function watchProcesses(processes: Readonly<Record<string, Process>>): Watch {
  const most: Record<string, number> = {};
  const look = async (): Promise<void> => {
    for (const [name, process] of Object.entries(processes)) {
      const mb = await residentMb(process.pid());
      if (mb !== undefined) most[name] = Math.max(most[name] ?? 0, mb);
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
