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

/** The line of an event, but for its time, which the statement puts in that stores it (`timed`). */
export function toOutboxLine(event: NewEvent): OutboxLine {
  const { projectId, aggregateId, id = newId() } = event;
  const body = JSON.stringify({
    specversion: '1.0',
    id,
    source: '/writ',
    type: event.type,
    projectid: projectId,
    subject: aggregateId,
    datacontenttype: 'application/json',
    data: event.data,
  });
  return { id, projectId, key: `${projectId}:${aggregateId}`, body };
}

/**
 * SQL: the body of a line with the time of the event. It is the database's, told once the changed row is locked: events of
 * one aggregate are sorted by it, whichever processes they come from.
 */
export const timed = (body: string): string =>
  `overlay(${body} PLACING '"time":"' || ${utcNow} || '",' FROM 2 FOR 0)`;

const utcNow = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Headers of an event in structured mode (CloudEvents 1.0, Kafka protocol binding). */
export const structuredHeaders = { 'content-type': 'application/cloudevents+json; charset=UTF-8' } as const;

/** Whether no consumer would take it because of its size. A character has three bytes at most. */
export const isTooLarge = ({ body }: Pick<OutboxLine, 'body'>): boolean =>
  body.length * 3 > maxEventBytes && Buffer.byteLength(body) > maxEventBytes;
