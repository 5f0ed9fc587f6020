import { useNames, type NamedKind } from '../../data/names.ts';
import { useProject } from '../../data/project.ts';
import { shortened } from './words.ts';

/** The name of something, or its id until its name is read. */
export function NameOf({ kind, id }: { kind: NamedKind; id: string }) {
  const known = useNames(useProject(), kind).data?.get(id);
  return <bdi>{known ?? shortened(id)}</bdi>;
}
