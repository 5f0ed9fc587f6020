import { useQuery } from '@tanstack/react-query';
import type { Lane } from '@writ/sdk';
import { allProjects, useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Id } from './id.tsx';

export function Actor({ by: { kind, id } }: { by: NonNullable<Lane['paused']>['by'] }) {
  const isKey = id !== 'admin' && kind !== 'command' && kind !== 'anyone';
  const label = useKeyLabel(isKey ? id : undefined);
  if (kind === 'command') return `${id}, by the command line`;
  if (!isKey) return 'an administrator';
  return (
    <>
      the key{' '}
      {label !== undefined && (
        <>
          “<bdi>{label}</bdi>”{' '}
        </>
      )}
      <Id id={id} label="id of the key" />
      {kind === 'session' && ' in the console'}
    </>
  );
}

const ofKey = 'api:';
const authorWords: Readonly<Record<string, string>> = {
  'builder:session': 'somebody in the console',
  'builder:admin': 'an administrator',
};

/** A key by its label, or the name that the request gave. */
export const Author = ({ createdBy }: { createdBy: string }) =>
  createdBy.startsWith(ofKey) ? (
    <Actor by={{ kind: 'apiKey', id: createdBy.slice(ofKey.length) }} />
  ) : (
    <bdi>{authorWords[createdBy] ?? createdBy}</bdi>
  );

function useKeyLabel(id: string | undefined): string | undefined {
  const { name, writ } = useProject();
  const isForbidden = useForbidden('full') !== undefined;
  const { data } = useQuery({
    queryKey: [name, 'key labels'],
    queryFn: async () => {
      const keys = await writ.apiKeys.list().all();
      return new Map(keys.map((key) => [key.id, key.label]));
    },
    enabled: !isForbidden && id !== undefined && name !== allProjects,
    staleTime: 60_000,
  });
  return id === undefined ? undefined : data?.get(id);
}
