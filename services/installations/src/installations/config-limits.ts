import { mostOfConfig } from '@writ/contracts';
import { shapeFaults, type ShapeFault } from '@writ/http-kit';

/** What bodies that hold a config are read up to: it is measured without blanks, and by itself. */
export const configBodyBytes = 2 * mostOfConfig.bytes;

/** What a content takes as JSON. */
const bytesOf = (content: object): number => Buffer.byteLength(JSON.stringify(content));

/**
 * What is more in a content than it may be (Contract §5), and what would be given back as other than it was written.
 * @param before what it changes: one of before there was a limit may be changed as long as it gets no larger
 */
export function limitFaults(content: object, before: object = {}): ShapeFault[] {
  const [bytes, bytesBefore] = [bytesOf(content), bytesOf(before)];
  const older = bytesBefore > mostOfConfig.bytes ? `, or the ${bytesBefore} that it has now` : '';
  const detail = `The config would have ${bytes} bytes as JSON; it has ${mostOfConfig.bytes} at most${older}.`;
  return [
    ...shapeFaults(content, mostOfConfig.levels).map(ofDefault),
    ...(bytes > Math.max(mostOfConfig.bytes, bytesBefore) ? [{ at: '', detail }] : []),
  ];
}

/** In the place of a whole number a default has no text: that is another member's. */
const ofDefault = (fault: ShapeFault): ShapeFault =>
  fault.value !== undefined && fault.at.endsWith('/default/integerValue')
    ? {
        ...fault,
        detail: 'The number is too large to be kept as it was written; give it as `stringValue` instead.',
      }
    : fault;
