import type { MemberPath } from './subtree.ts';

const form = /^(?:\\[\s\S]|[^.\\])+(?:\.(?:\\[\s\S]|[^.\\])+)*$/;

/**
 * Splits a path of an update mask at its dots; a backslash makes the next character a part of the name. Undefined for
 * what is no path: an empty name would otherwise mean the member above it, and a change would destroy more than it names.
 */
export function splitMaskPath(text: string): MemberPath | undefined {
  if (!form.test(text)) return undefined;
  const names = text.match(/(?:\\[\s\S]|[^.\\])+/g) ?? [];
  return names.map((name) => name.replaceAll(/\\([\s\S])/g, '$1'));
}
