import type { Outgoing } from '../destination-kind.ts';
import { idIn, readBody, subjectOf, type ToldEvent } from '../told-event.ts';

export type CloudEventMessage = { key: string | null; value: string; headers: Record<string, string> };

/**
 * CloudEvents 1.0, Kafka protocol binding. `id` is the delivery's, the same at every attempt; `eventid` is the
 * event's, unique only for its publisher.
 */
export function messageOf(
  { id, body, traceParent }: Outgoing,
  options: {
    mode: 'structured' | 'binary';
    managementUrl: string;
    keyOf?: ((event: ToldEvent) => string) | undefined;
  },
): CloudEventMessage {
  const event = readBody(body);
  const { data } = event;
  const projectId = idIn(data, 'projectId') ?? '';
  const trace = typeof traceParent === 'string' && { traceparent: traceParent };
  const attributes = {
    specversion: '1.0',
    id: `msg_${id}`,
    source: `${options.managementUrl}/projects/${encodeURIComponent(projectId)}`,
    type: event.notificationType,
    time: event.time,
    eventid: event.id,
    projectid: projectId,
    ...trace,
  };
  const key = (options.keyOf ?? subjectOf)(event);
  const content =
    options.mode === 'structured'
      ? {
          value: JSON.stringify({ ...attributes, datacontenttype: 'application/json', data }),
          headers: { 'content-type': 'application/cloudevents+json; charset=UTF-8', ...trace },
        }
      : {
          value: JSON.stringify(data),
          headers: {
            'content-type': 'application/json',
            ...trace,
            ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`ce_${name}`, value])),
          },
        };
  return { key: key === '' ? null : key, ...content };
}
