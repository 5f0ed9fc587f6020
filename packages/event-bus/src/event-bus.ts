/** Messages of one key keep their order. */
export type OutgoingMessage = { key: string | null; value: Buffer; headers: Record<string, string> };

/** With its place, if the bus has places. */
export type BusMessage = OutgoingMessage & { topic: string; partition?: number; offset?: string };

/**
 * Resolves when all messages are taken in; a rejected batch is handed over again, never skipped. It may get a
 * message twice, and batches of different keys concurrently.
 */
export type BusHandler = (batch: readonly BusMessage[]) => Promise<void>;

/** Carries events from the outbox to their consumer, at least once, in order by key. */
export type EventBus = {
  /** Resolves when the bus has acknowledged all messages; if it rejects, some may be published. */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Hands batches to `handler` until closed; starts even if the bus is unreachable. `close` waits for it. */
  consume(handler: BusHandler): Promise<{ close(): Promise<void> }>;
  check(): Promise<void>;
  close(): Promise<void>;
};
