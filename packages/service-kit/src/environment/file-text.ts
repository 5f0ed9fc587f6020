import { readFileSync } from 'node:fs';

/** Without the line break at its end. Faults name the file, never its content. */
export function fileText(path: string): { text: string } | { fault: string } {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? { fault: `"${path}" is empty. Write the value into it.` } : { text };
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return { fault: `"${path}" cannot be read (${code}). Name a file that this process may read.` };
  }
}
