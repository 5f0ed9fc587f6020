import { mostOfConfig } from '@writ/contracts';
import { shapeFaults, type ShapeFault } from '@writ/problems';

/** A body is larger than its config: blanks do not count. */
export const configBodyBytes = 2 * mostOfConfig.bytes;

const bytesOf = (content: object): number => Buffer.byteLength(JSON.stringify(content));

/** Errors of size and shape. An older, larger content may change if it does not grow; `before` is that content. */
export function limitFaults(content: object, before: object = {}): ShapeFault[] {
  const [bytes, bytesBefore] = [bytesOf(content), bytesOf(before)];
  const older = bytesBefore > mostOfConfig.bytes ? `, or the ${bytesBefore} that it has now` : '';
  const detail = `The config would have ${bytes} bytes as JSON; it has ${mostOfConfig.bytes} at most${older}.`;
  return [
    ...shapeFaults(content, mostOfConfig.levels).map(ofDefault),
    ...(bytes > Math.max(mostOfConfig.bytes, bytesBefore) ? [{ at: '', detail }] : []),
  ];
}

/** A default's whole number has no text in the same member. */
const ofDefault = (fault: ShapeFault): ShapeFault =>
  fault.value !== undefined && fault.at.endsWith('/default/integerValue')
    ? {
        ...fault,
        detail: 'The number is too large to keep its digits; send it as `stringValue` instead.',
      }
    : fault;
