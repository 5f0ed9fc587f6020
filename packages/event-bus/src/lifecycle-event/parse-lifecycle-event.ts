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

/** The most that an event may measure (Contract §6.1). */
export const maxEventBytes = 256 * 1_024;

export const tooLarge = (bytes: number): NotTakenIn => ({
  kind: 'too-large',
  reason: `The event measures ${bytes} bytes; ${maxEventBytes} are allowed.`,
});

/** A text of all of them could be many times as large as the event. */
const mostFaults = 20;

/**
 * Reads a message as a lifecycle event, in the structured or the binary mode of CloudEvents (Contract §6.1). What
 * can't be read, is over 256 kB, of an unknown type, or lacks what its type requires, gives the reason in plain words,
 * for the dead letters; it never throws. What gives an event can be stored; its time is in UTC.
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

/** Why a JSON value is no event that is taken in, wherever it comes from; undefined where it is one. */
export function whyNoEvent(value: unknown): NotTakenIn | undefined {
  const faults = eventFaults(value);
  if (faults.length > 0) return { kind: 'invalid', reason: oneText(faults) };
  const { projectid, data } = value as LifecycleEvent;
  if (data['projectId'] !== projectid)
    return { kind: 'invalid', reason: 'data.projectId must be the id in projectid' };
  const reason = whyUnacceptable(value);
  return reason === undefined ? undefined : { kind: 'unacceptable', reason };
}

/** A lifecycle event with its time in UTC, to the fraction that it was given. */
export const inUtc = (event: LifecycleEvent): LifecycleEvent => ({
  ...event,
  time: utcTime(event.time) ?? event.time,
});

/** Why an event of so many bytes is not taken in, in plain words; undefined where it may be. */
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

/** Everything that keeps a JSON value from being a lifecycle event, each in plain words; empty when nothing does. */
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

/** What keeps a JSON value, member names included, from being taken in, in plain words; undefined where nothing does. */
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
