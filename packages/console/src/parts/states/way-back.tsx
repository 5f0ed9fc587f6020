import { Link, useLocation } from 'wouter';
import { allProjects, useProject } from '../../data/project.ts';
import { To } from '../facts/id.tsx';

/** Where pages without a list of their own are reached from. */
const lists: Readonly<Record<string, string>> = { records: 'operations', topics: 'routing' };

/** From a page of a thing, a link to its list; from a list, to the start. */
export function WayBack() {
  const [location] = useLocation();
  const isOfAll = useProject().name === allProjects;
  const [page = '', below] = location
    .split('/')
    .filter((part) => part !== '')
    .slice(isOfAll ? 0 : 2);
  if (below === undefined) return <Link href="/">Back to the start</Link>;
  const list = lists[page] ?? page;
  return <To place={[list]}>Back to {list.replace('-', ' ')}</To>;
}
