import { mostOfConfig } from '@writ/contracts';
import { shapeFaults, type ShapeFault } from '@writ/problems';

/** Blanks of the body do not count in its config. */
export const configBodyBytes = 2 * mostOfConfig.bytes;

const bytesOf = (content: object): number => Buffer.byteLength(JSON.stringify(content));

/** Size and shape. An older, larger content (`before`) may change if it does not grow. */
export function limitFaults(content: object, before: object = {}): ShapeFault[] {
  const [bytes, bytesBefore] = [bytesOf(content), bytesOf(before)];
  const older = bytesBefore > mostOfConfig.bytes ? `, or the ${bytesBefore} that it has now` : '';
  const detail = `The config would have ${bytes} bytes as JSON; it has ${mostOfConfig.bytes} at most${older}.`;
  return [
    ...shapeFaults(content, mostOfConfig.levels).map(ofDefault),
    ...(bytes > Math.max(mostOfConfig.bytes, bytesBefore) ? [{ at: '', detail }] : []),
  ];
}

/** The member cannot take the number as text, but `stringValue` can. */
const ofDefault = (fault: ShapeFault): ShapeFault =>
  fault.value !== undefined && fault.at.endsWith('/default/integerValue')
    ? {
        ...fault,
        detail: 'The number is too large to keep its digits; send it as `stringValue` instead.',
      }
    : fault;
