export { eraseBusOfProject, eraseDeadLetters, eraseOutbox, namesGroup } from './erase/erase-events.ts';
export { addDeadLetters } from './dead-letters/add-dead-letters.ts';
export { findDeadLetter, listDeadLetters, type DeadLetter } from './dead-letters/list-dead-letters.ts';
export { pageOfDeadLetters, type DeadLetterFacts } from './dead-letters/page-of-dead-letters.ts';
export {
  discardDeadLetter,
  replayDeadLetter,
  replayDeadLetters,
} from './dead-letters/replay-dead-letters.ts';
export { countDeadLetters, outboxSeconds } from './figures.ts';
export { directBus } from './direct-bus.ts';
export type { BusHandler, BusMessage, EventBus, OutgoingMessage } from './event-bus.ts';
export { kafkaBus, type KafkaBus } from './kafka/kafka-bus.ts';
export { kafkaReason } from './kafka/kafka-reason.ts';
export type { NotTakenIn } from './lifecycle-event/not-taken-in.ts';
export { knownEvent, knownHeader, type EventKey } from './lifecycle-event/known-event.ts';
export {
  inUtc,
  parseLifecycleEvent,
  whyNoEvent,
  whyTooLarge,
} from './lifecycle-event/parse-lifecycle-event.ts';
export { messagesSpan } from './messages-span.ts';
export { addToOutbox, eventColumns, eventsInserted, knownLinesInserted } from './outbox/add-to-outbox.ts';
export { structuredHeaders, type NewEvent } from './outbox/outbox-line.ts';
export { startRelay } from './start-relay.ts';
export { removeDeadLetters } from './dead-letters/remove-dead-letters.ts';
