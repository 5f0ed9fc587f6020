import { mostOfConfig } from '@writ/contracts';
import { shapeFaults, type ShapeFault } from '@writ/http-kit';

/** What bodies that hold a config are read up to: it is measured without blanks, and by itself. */
export const configBodyBytes = 2 * mostOfConfig.bytes;

/** What is more in a content than it may be (Contract §5), and what would be given back as other than it was written. */
export function limitFaults(content: object): ShapeFault[] {
  const bytes = Buffer.byteLength(JSON.stringify(content));
  const detail = `The config would have ${bytes} bytes as JSON; it has ${mostOfConfig.bytes} at most.`;
  return [
    ...shapeFaults(content, mostOfConfig.levels),
    ...(bytes > mostOfConfig.bytes ? [{ at: '', detail }] : []),
  ];
}
