import type { Writ } from '@writ/sdk';
import { useLocation } from 'wouter';
import { writOf } from './client.ts';

export type Project = {
  name: string;
  writ: Writ;
  /** The address of a page of this project: `to('operations', id)`, `to('operations', { groupRef })`. */
  to: (...place: Place) => string;
};

/** A path below a project, and a query. */
export type Place = readonly (string | Readonly<Record<string, string>>)[];

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

/** On operators' pages it is `allProjects`. */
export const useProject = (): Project => useAnyProject() ?? projectOf(allProjects);

/** Stands for all projects: their pages are directly below `/console`. */
export const allProjects = '';

export const projectOf = (name: string): Project => ({
  name,
  writ: writOf(name),
  to: (...place) => {
    const parts = place.filter((part) => typeof part === 'string');
    const path = name === allProjects ? parts : ['projects', name, ...parts];
    const query = place.find((part) => typeof part === 'object');
    const address = `/${path.map(encodeURIComponent).join('/')}`;
    return query ? `${address}?${new URLSearchParams(query).toString()}` : address;
  },
});
