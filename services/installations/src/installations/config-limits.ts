import { mostOfConfig, pointerTo } from '@writ/contracts';

/** What bodies that hold a config are read up to: it is measured without blanks, and by itself. */
export const configBodyBytes = 2 * mostOfConfig.bytes;

/** What is more in a content than it may be (Contract §5): where in it, as a JSON Pointer, and what is wrong there. */
export function limitFaults(content: object): { at: string; detail: string }[] {
  const { bytes: mostBytes, levels } = mostOfConfig;
  const deep = tooDeep(content, levels);
  const bytes = Buffer.byteLength(JSON.stringify(content));
  const tooLarge = `The config would have ${bytes} bytes as JSON; it has ${mostBytes} at most.`;
  return [
    ...(deep
      ? [
          {
            at: deep.reduce(pointerTo, ''),
            detail: `The config would be nested deeper than ${levels} levels.`,
          },
        ]
      : []),
    ...(bytes > mostBytes ? [{ at: '', detail: tooLarge }] : []),
  ];
}

/** The names down to the first object or list that stands below so many levels of them. */
function tooDeep(value: unknown, levels: number): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return [];
  for (const [name, member] of Object.entries(value)) {
    const below = tooDeep(member, levels - 1);
    if (below) return [name, ...below];
  }
  return undefined;
}
