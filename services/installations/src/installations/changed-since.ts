import { Fault } from '@writ/problems';
import type { Installation } from '@writ/installation';
import { configAnswer } from '../answers.ts';

/** Names the config of an answer. */
export const configTag = ({ config: { id } }: { config: { id: string } }) => ({ ETag: `"${id}"` });

/**
 * The 412, with the config in force, if `If-Match` names only others. Weak tags count: a proxy that compresses
 * answers makes tags weak.
 */
export function changedSince(installation: Installation, ifMatch: string | undefined): Fault | undefined {
  const { config } = installation;
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  const tags = [...ifMatch.matchAll(/"([^"]*)"/g)].map(([, tag]) => tag);
  if (tags.includes(config.id)) return undefined;
  const detail = `The config in force is \`${config.id}\`, made by ${config.createdBy}.`;
  return new Fault('config-changed', [{ in: 'header', name: 'If-Match', detail, value: ifMatch }], {
    context: { config: configAnswer(installation) },
  });
}
