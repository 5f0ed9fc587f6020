import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';

export type AlertRule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
};

type RuleFile = { groups: { name: string; rules: AlertRule[] }[] };

export const observabilityFolder = join(import.meta.dirname, '../../../observability');
export const rulesFile = join(observabilityFolder, 'rules.yml');

export const readRules = async (): Promise<readonly AlertRule[]> =>
  (load(await readFile(rulesFile, 'utf8')) as RuleFile).groups.flatMap(({ rules }) => rules);
