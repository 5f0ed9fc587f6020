import { WritError } from '../errors.ts';

/** With these the path would lead to the list or the parent. */
const steps: readonly unknown[] = [undefined, null, '', '.', '..'];

/** @throws WritError for a value that is no name or id */
export const pathOf = (template: string, valueOf: (name: string) => unknown): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = valueOf(name);
    if (steps.includes(value))
      throw new WritError(`"${String(value)}" is no name or id: nothing was sent to ${template}.`);
    return encodeURIComponent(String(value));
  });
