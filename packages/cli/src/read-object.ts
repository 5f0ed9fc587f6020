import type { WriteRecord } from '@writ/sdk';

/** Only a number with an exponent, or one of 309 digits, can be more than JavaScript has room for. */
const mayBeTooLarge = /\d[eE]|\d{309}/;

/**
 * Reads a JSON object that is to be written. `why`: what keeps it from that. A number that JavaScript takes for infinite is
 * refused here as the service refuses it, since it would be sent as `null`, which empties a field.
 */
export function readObject(json: string): { object: WriteRecord } | { why: string } {
  try {
    const object = JSON.parse(json) as unknown;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return noObject;
    if (mayBeTooLarge.test(json) && holdsInfinity(object))
      return { why: 'has a number that is too large; give it as a text' };
    return { object: object as WriteRecord };
  } catch {
    return noObject;
  }
}

const noObject = { why: 'is no JSON object' };

const holdsInfinity = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(holdsInfinity)
    : typeof value === 'number' && !Number.isFinite(value);
