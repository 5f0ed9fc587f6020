import { errorFields, type Logger } from './logger.ts';

/** Tells about the faults of a connection without flooding: a broken one reports the same fault many times a second. */
export type FaultLog = {
  failed: (error: unknown) => void;
  /** Tells that it works again, when a fault was told before. */
  recovered: () => void;
};

const quietMs = 60_000;
const maxMessages = 20;

/**
 * Each distinct message is told at most once a minute, and not more than 20 of them.
 * @param what begins the sentences, e.g. "The queue".
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
      logger.warn(`${what} has a fault`, errorFields(error));
    },
    recovered: () => {
      if (told.size > 0) logger.info(`${what} works again`);
      told.clear();
    },
  };
}
