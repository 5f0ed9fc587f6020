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

/** Health of one process: alive while it runs, ready while it accepts work and each dependency that it needs answers. */
export type Health = {
  /** `required: false` for what the process can do without: it is told, and the process is ready all the same. */
  addCheck(name: string, check: Check, options?: { required: boolean }): void;
  readiness(): Promise<Readiness>;
  /** From now on not ready: the first step of stopping, so that no new work is sent here. */
  startDraining(): void;
};

export function createHealth(options: { checkTimeoutMs: number }): Health {
  const checks = new Map<string, () => Promise<Finding>>();
  let draining = false;
  return {
    addCheck: (name, check, { required } = { required: true }) =>
      void checks.set(name, async () => ({ required, ...(await outcome(check, options.checkTimeoutMs)) })),
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
  const heard = await outcome(async () => (told = await ask()), limitMs);
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

async function outcome(check: Check, timeoutMs: number): Promise<{ ok: boolean; detail?: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([check(), late]);
    return { ok: true };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
