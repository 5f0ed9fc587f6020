import { randomUUID } from 'node:crypto';
import type { NotificationType } from '@writ/sdk';

const connection = { connectionId: randomUUID(), provider: 'hubspot', groupRef: 'acme' };
const installation = {
  ...connection,
  integrationId: randomUUID(),
  integrationName: 'demo-hubspot',
  installationId: randomUUID(),
};
const config = { content: {} };
const objectName = 'contacts';
const error = 'The sync has failed.';

/** Data of each type without the project (Contract §6.1). */
const dataByType: Readonly<Record<string, object>> = {
  'installation.created': { ...installation, config },
  'installation.updated': { ...installation, config, lastConfig: config },
  'installation.deleted': { ...installation, config },
  'read.backfill.done': { ...installation, objectName },
  'read.schedule.paused': { ...installation, config, error },
  'read.triggered.done': { ...installation, objectName, fromTimestamp: '2026-01-01T00:00:00Z' },
  'read.triggered.error': { ...installation, objectName, error },
  'write.async.done': { ...installation, objectName, success: true, successfulRecordIds: ['1'], errors: [] },
  'subscribe.create.error': { ...installation, error },
  'connection.created': connection,
  'connection.refreshed': connection,
  'connection.updated': connection,
  'connection.deleted': connection,
  'connection.error': { ...connection, errors: [error] },
  'destination.webhook.disabled': {
    destinationId: randomUUID(),
    destinationName: 'gone',
    url: 'https://receiver.example/hook',
    reason: '410',
  },
};

export const sampleEventTypes = Object.keys(dataByType) as NotificationType[];

/** As an internal service publishes it: a structured CloudEvent. */
export function sampleEvent(type: string, projectId: string) {
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: '/internal-service',
    type,
    time: new Date().toISOString(),
    projectid: projectId,
    data: { projectId, ...dataByType[type] },
  };
}
