import type { Writ } from '@writ/sdk';
import { useLocation } from 'wouter';
import { writOf } from './client.ts';

/** The project that a page is about, its client, and addresses of its pages. */
export type Project = {
  name: string;
  writ: Writ;
  /** The address of a page of this project: `to('operations', id)`. */
  to: (...path: readonly string[]) => string;
};

/** The project of the address; undefined on pages that are about none, and where its name cannot be read. */
export function useAnyProject(): Project | undefined {
  const [location] = useLocation();
  const found = /^\/projects\/([^/]+)/.exec(location)?.[1];
  const name = found === undefined ? undefined : decoded(found);
  return name === undefined ? undefined : projectOf(name);
}

/** A part of an address as it was before it was written there; undefined where nothing is written so. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The project of the address. */
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
