import type { EventType } from '@writ/contracts';
import { newId } from '@writ/db';
import { maxEventBytes } from '../lifecycle-event/parse-lifecycle-event.ts';

/** An event that a change of ours gives rise to. */
export type NewEvent = {
  type: EventType;
  projectId: string;
  /** Id of the installation, connection or destination that it is about: events of one keep their order. */
  aggregateId: string;
  data: Readonly<Record<string, unknown>>;
  /** A UUID; made when absent. */
  id?: string;
};

/** An event as it is stored in the outbox; `body` is CloudEvents 1.0 JSON (Contract §6.1). */
export type OutboxLine = { id: string; projectId: string; key: string; body: string };

export function toOutboxLine(event: NewEvent): OutboxLine {
  const { projectId, aggregateId, id = newId() } = event;
  const body = JSON.stringify({
    specversion: '1.0',
    id,
    source: '/writ',
    type: event.type,
    time: new Date().toISOString(),
    projectid: projectId,
    subject: aggregateId,
    datacontenttype: 'application/json',
    data: event.data,
  });
  return { id, projectId, key: `${projectId}:${aggregateId}`, body };
}

/** Headers of an event in structured mode (CloudEvents 1.0, Kafka protocol binding). */
export const structuredHeaders = { 'content-type': 'application/cloudevents+json; charset=UTF-8' } as const;

/** Whether no consumer would take it because of its size. A character has three bytes at most. */
export const isTooLarge = ({ body }: Pick<OutboxLine, 'body'>): boolean =>
  body.length * 3 > maxEventBytes && Buffer.byteLength(body) > maxEventBytes;
