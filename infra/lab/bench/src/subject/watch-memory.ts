import { residentMb } from '../measure/processes.ts';

const everyMs = 500;

type Watch = { end: () => Promise<Readonly<Record<string, number>>> };
type Process = { pid: () => number };

/** `end` resolves with each process's peak in MB. */
export function watchMemory(processes: Readonly<Record<string, Process>>): Watch {
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
