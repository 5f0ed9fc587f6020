import { mostOfConfig, pointerTo } from '@writ/contracts';

/** What bodies that hold a config are read up to: it is measured without blanks, and by itself. */
export const configBodyBytes = 2 * mostOfConfig.bytes;

/** What is more in a content than it may be (Contract §5): where in it, as a JSON Pointer, and what is wrong there. */
export function limitFaults(content: object): { at: string; detail: string }[] {
  const deep = tooDeep(content, '', mostOfConfig.levels);
  const bytes = Buffer.byteLength(JSON.stringify(content));
  return [
    ...(deep === undefined
      ? []
      : [{ at: deep, detail: `The config would be nested deeper than ${mostOfConfig.levels} levels.` }]),
    ...(bytes <= mostOfConfig.bytes
      ? []
      : [
          {
            at: '',
            detail: `The config would have ${bytes} bytes as JSON; it has ${mostOfConfig.bytes} at most.`,
          },
        ]),
  ];
}

/** Where the first value stands that is an object or a list below so many levels of them. */
function tooDeep(value: unknown, at: string, levels: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return at;
  for (const [name, member] of Object.entries(value)) {
    const found = tooDeep(member, pointerTo(at, name), levels - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
