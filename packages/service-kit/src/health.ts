import { setTimeout as sleep } from 'node:timers/promises';
import { createFaultLog, type FaultLog } from './log/fault-log.ts';
import type { Logger } from './log/logger.ts';
import { networkReason } from './network-reason.ts';

export type Readiness = { ready: boolean; dependencies: Record<string, Finding> };

/** A process without a `required` dependency is not ready. A service has dependencies of its own. */
export type Finding = {
  ok: boolean;
  required: boolean;
  detail?: string;
  dependencies?: Readiness['dependencies'];
};

/** Rejects with the reason if the dependency does not work. */
export type Check = () => Promise<unknown>;

/** A reason without addresses, for anybody to read. `required` replaces that of the check. */
export class CheckFault extends Error {
  readonly required: boolean | undefined;
  constructor(message: string, options: ErrorOptions & { required?: boolean } = {}) {
    super(message, options);
    this.required = options.required;
  }
}

export type Health = {
  /** Without a dependency of `required: false` the process is still ready. */
  addCheck(name: string, check: Check, options?: { required: boolean }): void;
  readiness(): Promise<Readiness>;
  /** Reports "not ready" from now on: the first step of stopping. */
  startDraining(): void;
};

/**
 * Anybody may ask for readiness, so concurrent callers, and those within `keptMs`, share one run of each
 * check. A check that hangs is not started again. Answers hold the kind of an error; the log has the whole.
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

/** Ready when each service is; a service that does not answer within the limit is not. */
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

type Outcome = { ok: boolean; detail?: string; required?: boolean };

/** Shares a run until `keptMs` after its end. */
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

/** `told` resolves within the limit, `ended` possibly later; neither rejects. */
function outcome(check: Check, timeoutMs: number, faults?: FaultLog) {
  const run = async (): Promise<Outcome> => {
    try {
      await check();
      faults?.recovered();
      return { ok: true };
    } catch (error) {
      faults?.failed(error);
      const required = error instanceof CheckFault ? error.required : undefined;
      return { ok: false, detail: kindOf(error), ...(required !== undefined && { required }) };
    }
  };
  const late: Outcome = { ok: false, detail: `no answer within ${timeoutMs} ms` };
  const ended = run();
  return { told: Promise.race([ended, sleep(timeoutMs, late, { ref: false })]), ended };
}

/** Error messages of libraries name addresses, and anybody may ask. */
function kindOf(error: unknown): string {
  if (error instanceof CheckFault) return error.message;
  const { cause } = (error ?? {}) as { cause?: unknown };
  const reason = networkReason(error)?.words;
  return reason ?? (cause instanceof Error ? kindOf(cause) : 'it failed; the log of the process shows why');
}
