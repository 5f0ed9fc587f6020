import { lifecycleTopic } from '@writ/contracts';
import { SpanKind } from '@writ/service-kit';

const kinds = { send: SpanKind.PRODUCER, process: SpanKind.CONSUMER } as const;

/** Span options of messages (https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/). */
export const messagesSpan = (operation: keyof typeof kinds, messages: number) => ({
  kind: kinds[operation],
  attributes: {
    'messaging.system': 'kafka',
    'messaging.destination.name': lifecycleTopic,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.batch.message_count': messages,
  },
});
