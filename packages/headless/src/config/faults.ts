import type { ConfigContent, Issue } from '../types.ts';
import { nameOf } from './objects.ts';
import type { Path } from './tree.ts';

/** `path`: place in the config's content, if it is about the content. */
export type PlacedIssue = { issue: Issue; path: Path | undefined };

/** Of the last save, until their places change. */
export type FieldErrors = {
  all: readonly Issue[];
  /** Of an object, or of one of its fields. */
  at: (objectName: string, fieldName?: string) => Issue[];
};

/** An issue names its place in the body; one about a stored name has it in its context. */
export function placedIssue(issue: Issue): PlacedIssue {
  const [, , inBody] = /^(\/installation)?\/config\/content(\/.*)/s.exec(issue.name) ?? [];
  const place = issue.context?.['path'] ?? inBody;
  const names = typeof place === 'string' ? place.split('/').slice(1) : undefined;
  return { issue, path: names?.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')) };
}

export const fieldErrors = (placed: readonly PlacedIssue[], content: ConfigContent): FieldErrors => ({
  all: placed.map(({ issue }) => issue),
  at: (objectName, fieldName) =>
    placed.flatMap(({ issue, path: [section, , key, , field] = [] }) => {
      const entries = (content[section ?? ''] as ConfigContent['read'])?.objects;
      const isOfObject = key !== undefined && nameOf(key, entries?.[key] ?? {}) === objectName;
      return isOfObject && (fieldName ?? field) === field ? [issue] : [];
    }),
});

export const issueAt = (path: Path, detail: string, value: unknown): Issue => {
  const names = path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return { in: 'body', name: `/installation/config/content${names.join('')}`, detail, value };
};
