import type { EventType } from '@writ/contracts';
import { newId } from '@writ/db';
import { maxEventBytes } from '../lifecycle-event/parse-lifecycle-event.ts';

export type NewEvent = {
  type: EventType;
  projectId: string;
  /** The aggregate, such as an installation: its events keep their order. */
  aggregateId: string;
  data: Readonly<Record<string, unknown>>;
  /** A UUID; default: a new one. */
  id?: string;
  /** `traceparent` of the request that led to it. */
  traceParent?: string | null | undefined;
};

/** `body` is CloudEvents 1.0 JSON (Contract §6.1). */
export type OutboxLine = {
  id: string;
  projectId: string;
  key: string;
  body: string;
  traceParent?: string | null | undefined;
};

/** Without its time, which the statement adds (`timed`). */
export function toOutboxLine(event: NewEvent): OutboxLine {
  const { projectId, aggregateId, id = newId(), traceParent } = event;
  const body = JSON.stringify({
    specversion: '1.0',
    id,
    source: '/writ',
    type: event.type,
    projectid: projectId,
    subject: aggregateId,
    datacontenttype: 'application/json',
    ...(typeof traceParent === 'string' && { traceparent: traceParent }),
    data: event.data,
  });
  return { id, projectId, key: `${projectId}:${aggregateId}`, body, traceParent };
}

/**
 * SQL: the body with database time, read after the row is locked: it sorts the events of an aggregate from
 * all processes.
 */
export const timed = (body: string): string =>
  `overlay(${body} PLACING '"time":"' || ${utcNow} || '",' FROM 2 FOR 0)`;

const utcNow = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** CloudEvents 1.0, structured mode of the Kafka protocol binding. */
export const structuredHeaders = { 'content-type': 'application/cloudevents+json; charset=UTF-8' } as const;

/** A character has at most three bytes. */
export const isTooLarge = ({ body }: Pick<OutboxLine, 'body'>): boolean =>
  body.length * 3 > maxEventBytes && Buffer.byteLength(body) > maxEventBytes;
