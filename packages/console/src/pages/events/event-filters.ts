import type { EventFilter } from '../../data/notifications/events.ts';
import { eventTypes } from '../../data/notifications/event-types.ts';
import { oneParam, textParam, timeParam, type ValuesOf } from '../../parts/filters/params.ts';
import { onlySet, sinceOf, spanParam } from '../../parts/filters/spans.ts';

/** What the address of the list may hold: the names are those of the API. */
export const eventParams = {
  eventType: oneParam(eventTypes),
  reached: oneParam(['true', 'false']),
  operationId: textParam,
  installationId: textParam,
  eventId: textParam,
  within: spanParam,
  since: timeParam,
  until: timeParam,
};

export type EventValues = ValuesOf<typeof eventParams>;

/** What the API is asked for; a span of time counts back from `nowMs`. */
export const filterOf = ({ within, reached, ...values }: EventValues, nowMs: number): EventFilter =>
  onlySet({
    ...values,
    reached: reached && reached === 'true',
    since: sinceOf(within, nowMs) ?? values.since,
  });
