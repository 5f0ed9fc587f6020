/** What is handed to a bus. Messages of one key keep their order. */
export type OutgoingMessage = { key: string | null; value: Buffer; headers: Record<string, string> };

/** What a bus hands over, with the place it came from where the bus has places. */
export type BusMessage = OutgoingMessage & { topic: string; partition?: number; offset?: string };

/**
 * Takes all messages of a batch in when it resolves; a batch that it rejects is handed over again, never skipped. It
 * may get a message twice, and several batches of different keys at once.
 */
export type BusHandler = (batch: readonly BusMessage[]) => Promise<void>;

/** Carries events from the outbox to their consumer, at least once, in order per key (Architecture). */
export type EventBus = {
  /** Resolves when the bus has acknowledged all messages; when it rejects, some of them may be on their way. */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Hands batches to `handler` until closed; starts whether or not the bus can be reached. `close` waits for it. */
  consume(handler: BusHandler): Promise<{ close(): Promise<void> }>;
  /** For readiness: resolves when the bus answers. */
  check(): Promise<void>;
  close(): Promise<void>;
};
