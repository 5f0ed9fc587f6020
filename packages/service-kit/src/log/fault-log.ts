import { errorFields, type Logger } from './logger.ts';

/** Logs the errors of a connection without flooding the log. */
export type FaultLog = {
  failed: (error: unknown) => void;
  /** If an error was logged. */
  recovered: () => void;
};

const quietMs = 60_000;
const maxMessages = 20;

/**
 * Logs each distinct message once a minute, at most 20 of them.
 * @param what begins the sentences, e.g. "The queue"
 */
export function createFaultLog(
  logger: Logger,
  what: string,
  now: () => number = () => performance.now(),
): FaultLog {
  const told = new Set<string>();
  let since = now();
  return {
    failed: (error) => {
      if (now() - since > quietMs) {
        told.clear();
        since = now();
      }
      const message = error instanceof Error ? error.message : String(error);
      if (told.has(message) || told.size >= maxMessages) return;
      told.add(message);
      logger.warn(`${what} fails`, errorFields(error));
    },
    recovered: () => {
      if (told.size > 0) logger.info(`${what} works again`);
      told.clear();
    },
  };
}
