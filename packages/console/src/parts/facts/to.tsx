import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { useProject, type Place } from '../../data/project.ts';

type Given = { place: Place; replace?: boolean } & Omit<ComponentProps<'a'>, 'href' | 'ref'>;

/** A link to a page of the project: `<To place={['operations', id]}>`. */
export function To({ place, ...rest }: Given) {
  return <Link href={useProject().to(...place)} {...rest} />;
}
