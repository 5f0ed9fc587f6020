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

/** The project of the address; undefined on pages that are about none. */
export function useAnyProject(): Project | undefined {
  const [location] = useLocation();
  const found = /^\/projects\/([^/]+)/.exec(location)?.[1];
  return found === undefined ? undefined : projectOf(decodeURIComponent(found));
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
