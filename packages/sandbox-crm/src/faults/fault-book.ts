import type { ProviderName } from '../provider-name.ts';
import type { Fault } from './fault.ts';
import { requestHasRecord } from './match-record.ts';

export type SetFault = Fault & { readonly id: number; readonly remaining: number };

export type Strike = {
  provider: ProviderName;
  account: string | undefined;
  method: string;
  path: string;
  body: string;
};

export type FaultBook = ReturnType<typeof faultBook>;

export function faultBook() {
  let waiting: { id: number; fault: Fault; remaining: number }[] = [];
  let lastId = 0;
  const held: (() => void)[] = [];

  return {
    set(fault: Fault): SetFault {
      const entry = { id: (lastId += 1), fault, remaining: fault.times ?? 1 };
      waiting.push(entry);
      return { id: entry.id, ...fault, remaining: entry.remaining };
    },
    list: (): SetFault[] => waiting.map(({ id, fault, remaining }) => ({ id, ...fault, remaining })),
    /** Forgets the faults, and lets the answers leave that one of them holds. */
    clear(): void {
      waiting = [];
      for (const leave of held.splice(0)) leave();
    },
    /** Keeps an answer until the faults are cleared. */
    hold(leave: () => void): void {
      held.push(leave);
    },
    /** The fault that strikes this request, used up by one. */
    take(request: Strike): Fault | undefined {
      if (waiting.length === 0) return undefined;
      const entry = waiting.find(({ fault }) => fits(fault, request));
      if (entry === undefined) return undefined;
      entry.remaining -= 1;
      if (entry.remaining <= 0) waiting = waiting.filter((other) => other !== entry);
      return entry.fault;
    },
  };
}

function fits(fault: Fault, request: Strike): boolean {
  const { method, path, record } = fault.match ?? {};
  return (
    fault.provider === request.provider &&
    (fault.account === undefined || fault.account === request.account) &&
    (method === undefined || method.toUpperCase() === request.method) &&
    (path === undefined || request.path.includes(path)) &&
    (record === undefined || requestHasRecord(request.path, request.body, record))
  );
}
