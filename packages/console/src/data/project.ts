import type { Writ } from '@writ/sdk';
import { useLocation } from 'wouter';
import { writOf } from './client.ts';

/** The project that a page is about. */
export type Project = {
  name: string;
  writ: Writ;
  /** The address of a page of this project: `to('operations', id)`. */
  to: (...path: readonly string[]) => string;
};

/** The project of the address, if it names one. */
export function useAnyProject(): Project | undefined {
  const [location] = useLocation();
  const found = /^\/projects\/([^/]+)/.exec(location)?.[1];
  const name = found === undefined ? undefined : decoded(found);
  return name === undefined ? undefined : projectOf(name);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The project of the address, on pages that have one. */
export function useProject(): Project {
  const project = useAnyProject();
  if (!project) throw new Error('This page is about no project.');
  return project;
}

export const projectOf = (name: string): Project => ({
  name,
  writ: writOf(name),
  to: (...path) => `/${['projects', name, ...path].map(encodeURIComponent).join('/')}`,
});

/** An address with a query: `withQuery(to('operations'), { groupRef })`. */
export const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query).toString()}`;
