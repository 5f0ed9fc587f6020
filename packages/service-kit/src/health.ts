import { setTimeout as sleep } from 'node:timers/promises';
import { createFaultLog, type FaultLog } from './log/fault-log.ts';
import type { Logger } from './log/logger.ts';
import { networkReason } from './network-reason.ts';

/** What a readiness check found: each dependency by name. */
export type Readiness = { ready: boolean; dependencies: Record<string, Finding> };

/** `required`: without it there is no readiness. A dependency that is a service of ours tells its own. */
export type Finding = {
  ok: boolean;
  required: boolean;
  detail?: string;
  dependencies?: Readiness['dependencies'];
};

/** A dependency's check: resolves when it works, rejects with the reason when it does not. */
export type Check = () => Promise<unknown>;

/** Why a check fails, in words for anybody: without addresses. */
export class CheckFault extends Error {}

/** Health of one process: alive while it runs, ready while it accepts work and each dependency that it needs answers. */
export type Health = {
  /** `required: false` for what the process can do without: it is told, and the process is ready all the same. */
  addCheck(name: string, check: Check, options?: { required: boolean }): void;
  readiness(): Promise<Readiness>;
  /** From now on not ready: the first step of stopping, so that no new work is sent here. */
  startDraining(): void;
};

/**
 * Anybody may ask for readiness, so what is asked at the same time, and `keptMs` after a check has ended, is one run of it. One
 * that does not end is not begun again. Answers tell the kind of a fault; `logger` hears the whole of it.
 */
export function createHealth(options: { checkTimeoutMs: number; keptMs?: number; logger?: Logger }): Health {
  const { checkTimeoutMs, keptMs = 1_000, logger } = options;
  const checks = new Map<string, () => Promise<Finding>>();
  let draining = false;
  return {
    addCheck: (name, check, { required } = { required: true }) => {
      const faults = logger && createFaultLog(logger, `The readiness check of ${name}`);
      const ask = shared(() => outcome(check, checkTimeoutMs, faults), keptMs);
      checks.set(name, async () => ({ required, ...(await ask()) }));
    },
    startDraining: () => {
      draining = true;
    },
    readiness: async () => {
      const { ready, dependencies } = await allOf(Object.fromEntries(checks));
      return { ready: !draining && ready, dependencies };
    },
  };
}

/** The readiness of several services as one: ready when each of them is. One that does not tell within the limit is not. */
export const readinessOfAll = (
  services: Readonly<Record<string, () => Promise<Readiness>>>,
  limitMs: number,
): Promise<Readiness> =>
  allOf(
    Object.fromEntries(Object.entries(services).map(([name, ask]) => [name, () => findingOf(ask, limitMs)])),
  );

async function findingOf(ask: () => Promise<Readiness>, limitMs: number): Promise<Finding> {
  let told: Readiness | undefined;
  const heard = await outcome(async () => (told = await ask()), limitMs).told;
  const ok = heard.ok && told?.ready === true;
  return { required: true, ...heard, ok, ...(told && { dependencies: told.dependencies }) };
}

async function allOf(finders: Readonly<Record<string, () => Promise<Finding>>>): Promise<Readiness> {
  const found = await Promise.all(
    Object.entries(finders).map(async ([name, find]) => [name, await find()] as const),
  );
  const ready = found.every(([, { ok, required }]) => ok || !required);
  return { ready, dependencies: Object.fromEntries(found) };
}

type Outcome = { ok: boolean; detail?: string };

/** One run for all who ask until `keptMs` after its end. */
function shared(run: () => { told: Promise<Outcome>; ended: Promise<unknown> }, keptMs: number) {
  let latest: Promise<Outcome> | undefined;
  return (): Promise<Outcome> => {
    if (latest) return latest;
    const { told, ended } = run();
    latest = told;
    void ended.then(() => sleep(keptMs, undefined, { ref: false })).then(() => (latest = undefined));
    return told;
  };
}

/** What a check tells within the limit, and when it has ended, which may be later. It never rejects. */
function outcome(check: Check, timeoutMs: number, faults?: FaultLog) {
  const ended = Promise.resolve()
    .then(check)
    .then(
      (): Outcome => {
        faults?.recovered();
        return { ok: true };
      },
      (error: unknown): Outcome => {
        faults?.failed(error);
        return { ok: false, detail: kindOf(error) };
      },
    );
  return { told: withinLimit(ended, timeoutMs), ended };
}

async function withinLimit(ended: Promise<Outcome>, timeoutMs: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, detail: `no answer within ${timeoutMs} ms` }), timeoutMs);
  });
  const told = await Promise.race([ended, late]);
  clearTimeout(timer);
  return told;
}

/** In plain words: messages of libraries name addresses, and anybody may ask. */
function kindOf(error: unknown): string {
  if (error instanceof CheckFault) return error.message;
  const { cause } = (error ?? {}) as { cause?: unknown };
  const reason = networkReason(error)?.words;
  return reason ?? (cause instanceof Error ? kindOf(cause) : 'it failed; the log of the process tells why');
}
