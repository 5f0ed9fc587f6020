import { setTimeout as delay } from 'node:timers/promises';
import { crmLacks, isHealthy, namedFields, type Installation, type Integration } from '@writ/installation';
import type { DescribedObject } from '@writ/providers';
import type { ProviderDeclaration } from '@writ/write-core';
import type { DescribeObject } from '../metadata/object-descriptions.ts';

/** A save waits for the CRM no longer than this. */
const usualLimitMs = 3_000;
/** Objects that a save asks the CRM for: each may cost a call of the account's quota. */
const mostAsked = 5;

/**
 * What the CRM lacks of the fields that a saved config names, as far as it can be asked in time: the config is saved, so
 * whatever goes wrong here takes these warnings alone.
 */
export async function crmWarnings(
  describe: DescribeObject,
  names: Pick<ProviderDeclaration, 'fieldKeyOf'>,
  { installation, integration }: { installation: Installation; integration: Integration },
  limitMs = usualLimitMs,
): Promise<string[]> {
  if (!isHealthy(installation)) return [];
  const { connection, config } = installation;
  const named = namedFields(config.content, integration.revision.content, names);
  const objectNames = [...new Set(named.map(({ objectName }) => objectName))].slice(0, mostAsked);
  const described = new Map<string, DescribedObject['fields']>();
  const ask = async (objectName: string): Promise<void> => {
    const asker = { isPage: false, isDeclared: true, refresh: false };
    described.set(objectName, (await describe({ connection, objectName, ...asker })).fields);
  };
  // What takes longer goes on by itself, and is known at the next save.
  const late = delay(limitMs, undefined, { ref: false });
  await Promise.race([Promise.allSettled(objectNames.map(ask)), late]);
  return crmLacks(named, described, names);
}
