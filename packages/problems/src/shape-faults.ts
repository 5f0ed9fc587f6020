import { isExact, pointerTo } from '@writ/contracts';
import { mostIssues } from './refusal.ts';

/** Cannot be kept as written. `at`: JSON Pointer. */
export type ShapeFault = { at: string; detail: string; value?: string };

/**
 * Values deeper than `levels`, and numbers that lose digits. Stops after more than an answer reports. Nearly
 * every value is right, so only faults get pointers.
 * @param levels absent if something else bounds them
 */
export function shapeFaults(value: unknown, levels = Number.POSITIVE_INFINITY): ShapeFault[] {
  const faults: ShapeFault[] = [];
  const path: string[] = [];
  const note = (fault: Omit<ShapeFault, 'at'>): unknown =>
    faults.push({ at: path.reduce(pointerTo, ''), ...fault });
  const walk = (here: unknown): void => {
    if (faults.length > mostIssues) return;
    if (typeof here === 'number') {
      if (!isExact(here)) note({ detail: inexact, value: String(here) });
    } else if (typeof here === 'object' && here !== null) {
      if (path.length >= levels) {
        note({ detail: `It is nested deeper than ${levels} levels.` });
        return;
      }
      for (const name of Object.keys(here)) {
        path.push(name);
        walk((here as Record<string, unknown>)[name]);
        path.pop();
      }
    }
  };
  walk(value);
  return faults;
}

const inexact = 'The number is too large to keep all its digits; send it as a text if they matter.';
