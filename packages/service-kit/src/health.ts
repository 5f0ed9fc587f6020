/** What a readiness check found: each dependency by name. */
export type Readiness = {
  ready: boolean;
  dependencies: Record<string, { ok: boolean; detail?: string }>;
};

/** A dependency's check: resolves when it works, rejects with the reason when it does not. */
export type Check = () => Promise<unknown>;

/** Health of one process: alive while it runs, ready while it accepts work and each dependency answers. */
export type Health = {
  addCheck(name: string, check: Check): void;
  readiness(): Promise<Readiness>;
  /** From now on not ready: the first step of stopping, so that no new work is sent here. */
  startDraining(): void;
};

export function createHealth(options: { checkTimeoutMs: number }): Health {
  const checks = new Map<string, Check>();
  let draining = false;
  return {
    addCheck: (name, check) => void checks.set(name, check),
    startDraining: () => {
      draining = true;
    },
    readiness: async () => {
      const found = await Promise.all(
        [...checks].map(
          async ([name, check]) => [name, await outcome(check, options.checkTimeoutMs)] as const,
        ),
      );
      const dependencies = Object.fromEntries(found);
      return { ready: !draining && found.every(([, result]) => result.ok), dependencies };
    },
  };
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
