import {
  ajvOptions,
  eventDataSchemas,
  eventFaultTexts,
  eventTypes,
  isExact,
  isForbiddenMember,
  isStorable,
  lifecycleEventSchema,
  utcTime,
  type LifecycleEvent,
} from '@writ/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { NotTakenIn } from './not-taken-in.ts';
import type { BusMessage } from '../event-bus.ts';
import { eventBytes, readCloudEvent } from './read-cloud-event.ts';
import { whyRefused } from './refused-message.ts';

/** Contract §6.1. */
export const maxEventBytes = 256 * 1_024;

export const tooLarge = (bytes: number): NotTakenIn => ({
  kind: 'too-large',
  reason: `The event measures ${bytes} bytes; ${maxEventBytes} are allowed.`,
});

/** All of them could be many times as long as the event. */
const mostFaults = 20;

/**
 * Reads a message as a lifecycle event, in structured or binary mode of CloudEvents (Contract §6.1). Never
 * throws: a refused message gives the reason for its dead letter. An event can be stored, and its time is in
 * UTC.
 */
export function parseLifecycleEvent(
  message: Pick<BusMessage, 'value' | 'headers'>,
): { event: LifecycleEvent } | NotTakenIn {
  const refused = whyRefused(message);
  if (refused) return refused;
  const bytes = eventBytes(message);
  if (bytes > maxEventBytes) return tooLarge(bytes);
  const read = readCloudEvent(message);
  if ('reason' in read) return read;
  return whyNoEvent(read.event) ?? { event: inUtc(read.event as LifecycleEvent) };
}

/** Why a JSON value is refused, from Kafka or HTTP; undefined for an event. */
export function whyNoEvent(value: unknown): NotTakenIn | undefined {
  const faults = eventFaults(value);
  if (faults.length > 0) return { kind: 'invalid', reason: oneText(faults) };
  const { projectid, data } = value as LifecycleEvent;
  if (data['projectId'] !== projectid)
    return { kind: 'invalid', reason: 'data.projectId must be the id in projectid' };
  const reason = whyUnacceptable(value);
  return reason === undefined ? undefined : { kind: 'unacceptable', reason };
}

/** With the time in UTC, at its given precision. */
export const inUtc = (event: LifecycleEvent): LifecycleEvent => ({
  ...event,
  time: utcTime(event.time) ?? event.time,
});

/** Undefined if it is not refused. */
export const whyTooLarge = (bytes: number): string | undefined =>
  bytes > maxEventBytes ? tooLarge(bytes).reason : undefined;

let compiled: ReturnType<typeof compile> | undefined;

function compile() {
  const ajv = new Ajv2020(ajvOptions);
  const data: Readonly<Record<string, ValidateFunction>> = Object.fromEntries(
    eventTypes.map((type) => [type, ajv.compile(eventDataSchemas[type])]),
  );
  return { event: ajv.compile(lifecycleEventSchema), data };
}

function eventFaults(value: unknown): string[] {
  compiled ??= compile();
  if (!compiled.event(value)) return eventFaultTexts(compiled.event.errors);
  const { type, data } = value as { type: string; data: unknown };
  const validate = compiled.data[type];
  return validate === undefined || validate(data) ? [] : eventFaultTexts(validate.errors, '/data');
}

function oneText(faults: readonly string[]): string {
  const told = faults.slice(0, mostFaults);
  const untold = faults.length - told.length;
  return [...told, ...(untold > 0 ? [`and ${untold} more`] : [])].join('; ');
}

/** Why a JSON value, with its member names, cannot be stored; undefined if it can. */
function whyUnacceptable(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return isStorable(value)
      ? undefined
      : 'The event holds a U+0000 or half of a surrogate pair, which the database cannot store.';
  }
  if (typeof value === 'number') {
    return isExact(value)
      ? undefined
      : 'The event holds a number that is too large to be passed on as it was written: a text keeps all its digits.';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (isForbiddenMember(name, member))
      return `The event holds \`${name}\`, a member that nothing may have.`;
    const reason = whyUnacceptable(name) ?? whyUnacceptable(member);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
