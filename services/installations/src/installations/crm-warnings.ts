import { setTimeout as delay } from 'node:timers/promises';
import { crmLacks, isHealthy, namedFields, type Installation, type Integration } from '@writ/installation';
import type { DescribedObject } from '@writ/providers';
import type { ProviderDeclaration } from '@writ/write-core';
import type { DescribeObject } from '../metadata/object-descriptions.ts';

/** A save waits no longer for the CRM. */
const usualLimitMs = 3_000;
/** Each may cost a call of the quota. */
const mostAsked = 5;

/**
 * Warns about fields that the CRM lacks, if it answers in time. The config is already saved, so errors cost only
 * these warnings.
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
  // Late answers are known at the next save.
  const late = delay(limitMs, undefined, { ref: false });
  await Promise.race([Promise.allSettled(objectNames.map(ask)), late]);
  return crmLacks(named, described, names);
}
