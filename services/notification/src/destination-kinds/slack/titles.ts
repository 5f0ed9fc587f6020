import type { EventType, JsonObject, JsonValue } from '@writ/contracts';
import type { ToldEvent } from '../told-event.ts';

/** Empty if missing or a structure. */
export const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const titles: Readonly<Record<EventType, (data: JsonObject) => string>> = {
  'installation.created': () => 'Installed',
  'installation.updated': () => 'The config of an installation was changed',
  'installation.deleted': () => 'Uninstalled',
  'read.backfill.done': ({ objectName }) => `Backfill of ${textOf(objectName)} is done`,
  'read.schedule.paused': () => '⚠️ Scheduled reading was paused',
  'read.triggered.done': ({ objectName }) => `Reading of ${textOf(objectName)} is done`,
  'read.triggered.error': ({ objectName }) => `⚠️ Reading of ${textOf(objectName)} failed`,
  'write.async.done': writeTitle,
  'subscribe.create.error': () => '⚠️ A subscription could not be created',
  'connection.created': () => 'Connected',
  'connection.refreshed': () => 'A connection was refreshed',
  'connection.updated': () => 'A connection was changed',
  'connection.deleted': () => 'A connection was removed',
  'connection.error': () => '⚠️ A connection does not work',
  'destination.webhook.disabled': ({ destinationName }) =>
    `⚠️ Destination ${textOf(destinationName)} was disabled`,
};

/** One line; the type's name if this version does not know it. */
export const titleOf = ({ notificationType, data }: ToldEvent): string =>
  isKnown(notificationType) ? titles[notificationType](data) : notificationType;

const isKnown = (type: string): type is EventType => Object.hasOwn(titles, type);

/** Other publishers may send no counts; then the lists are counted. */
function writeTitle(data: JsonObject): string {
  const object = textOf(data['objectName']);
  const failed = countOf(data['failed']) ?? lengthOf(data['errors']);
  const all = failed + (countOf(data['succeeded']) ?? lengthOf(data['successfulRecordIds']));
  if (data['success'] === true) return `Write of ${object}: ${all} of ${all} succeeded`;
  return failed === 0 ? `⚠️ Write of ${object} failed` : `⚠️ Write of ${object}: ${failed} of ${all} failed`;
}

const countOf = (value: JsonValue | undefined) => (typeof value === 'number' ? value : undefined);
const lengthOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value.length : 0);
