import type { DeliveryFilter } from '../../data/notifications/deliveries.ts';
import { eventTypes } from '../../data/notifications/event-types.ts';
import { oneParam, textParam, timeParam, type Param, type ValuesOf } from '../../parts/filters/params.ts';
import { onlySet, sinceOf, spanParam } from '../../parts/filters/spans.ts';

/** The status of an answer; a text that is none counts as absent. */
const httpStatusParam: Param<number> = {
  read: ([text = '']) => (/^[1-9]\d\d$/.test(text) ? Number(text) : undefined),
  write: (status) => [String(status)],
  accepted: 'An HTTP status has three digits, like 503.',
};

/** What the address of the list may hold: the names are those of the API. */
export const deliveryParams = {
  status: oneParam(['pending', 'delivered', 'failed', 'held']),
  httpStatus: httpStatusParam,
  destinationId: textParam,
  eventType: oneParam(eventTypes),
  topicId: textParam,
  eventId: textParam,
  operationId: textParam,
  installationId: textParam,
  taskId: textParam,
  within: spanParam,
  since: timeParam,
  until: timeParam,
};

export type DeliveryValues = ValuesOf<typeof deliveryParams>;

/** What the API is asked for; a span of time counts back from `nowMs`. */
export const filterOf = ({ within, ...values }: DeliveryValues, nowMs: number): DeliveryFilter =>
  onlySet({ ...values, since: sinceOf(within, nowMs) ?? values.since });
