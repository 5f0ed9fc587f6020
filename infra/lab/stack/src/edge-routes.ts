import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceName } from './programs.ts';

type Routed = Extract<ServiceName, 'operations' | 'notification' | 'installations'>;

export type EdgeRoutes = { routes: { service: Routed | 'none'; path: string }[]; otherwise: Routed };

/** Reads the table that the edge and the nginx of the containers share. */
export async function readEdgeRoutes(): Promise<EdgeRoutes> {
  const file = join(import.meta.dirname, '../../../edge/routes.json');
  return JSON.parse(await readFile(file, 'utf8')) as EdgeRoutes;
}

/** Which service answers for a request's path (with its query); `none` where nobody does. The first match decides. */
export function routeByPath({ routes, otherwise }: EdgeRoutes): (path: string) => Routed | 'none' {
  const compiled = routes.map(({ service, path }) => ({ service, pattern: new RegExp(path) }));
  return (path) => compiled.find(({ pattern }) => pattern.test(path))?.service ?? otherwise;
}
