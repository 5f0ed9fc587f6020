import { mostOfGroup, type ArchiveLine } from '@writ/contracts';
import type { Database } from '@writ/db';
import { listConfigsOfGroup, listConnections, listGroups, listInstallations } from '@writ/installation';
import { matchingInstallations } from '@writ/operation';
import { told } from '@writ/service-parts';
import { exportWork, itemsPerStep, type ExportedPage, type ExportStep, type TaskWork } from '@writ/task';
import { toGroups } from '../groups/to-groups.ts';
import { readOperations } from './read-operations.ts';

type Deps = Pick<Database, 'prisma' | 'transaction'>;

/** Events follow. */
export const exportWorks = (deps: Deps): readonly TaskWork[] => [
  exportWork(deps, 'group', (step) => readGroup(deps, step)),
  exportWork(deps, 'connection', (step) => readConnections(deps, step)),
  exportWork(deps, 'installation', (step) => readInstallations(deps, step)),
  exportWork(deps, 'config', (step) => readConfigs(deps, step)),
  exportWork(deps, 'operation', (step) => readOperations(deps.prisma, step)),
];

async function readGroup({ prisma }: Deps, { projectId, groupRef }: ExportStep): Promise<ExportedPage> {
  const rows = await listGroups(prisma, { projectId, groupRef, limit: 1 }, mostOfGroup);
  return { lines: toLines('group', await toGroups(prisma, projectId, rows)), last: undefined };
}

async function readConnections({ prisma }: Deps, { afterId, ...step }: ExportStep): Promise<ExportedPage> {
  const { projectId, groupRef } = step;
  const rows = await listConnections(prisma, { projectId, groupRef }, spanOf(afterId));
  return pageOf('connection', rows);
}

async function readInstallations({ prisma }: Deps, { afterId, ...step }: ExportStep): Promise<ExportedPage> {
  const { projectId, groupRef } = step;
  const rows = await listInstallations(prisma, { projectId, groupRef }, spanOf(afterId));
  return pageOf(
    'installation',
    // Both have lines of their own.
    rows.map(({ config: _config, connection: _connection, ...row }) => row),
  );
}

async function readConfigs({ prisma }: Deps, { afterId, ...step }: ExportStep): Promise<ExportedPage> {
  const { projectId, groupRef } = step;
  const installationIds = (await matchingInstallations(prisma, projectId, { groupRef })) ?? [];
  const group = { projectId, groupRef, installationIds };
  return pageOf('config', await listConfigsOfGroup(prisma, group, spanOf(afterId)));
}

const spanOf = (afterId: string | null) => ({ afterId: afterId ?? undefined, limit: itemsPerStep });

const pageOf = (kind: ArchiveLine['kind'], rows: readonly (object & { id: string })[]): ExportedPage => ({
  lines: toLines(kind, rows),
  last: rows.length < itemsPerStep ? undefined : rows.at(-1)?.id,
});

const toLines = (kind: ArchiveLine['kind'], rows: readonly object[]): ArchiveLine[] =>
  rows.map((row) => ({ kind, value: told(row) }));
