import { Fault } from '@writ/http-kit';
import type { Installation } from '@writ/installation';
import { configAnswer } from '../answers.ts';

/** The header by which callers name the config that an answer told. */
export const configTag = ({ config: { id } }: { config: { id: string } }) => ({ ETag: `"${id}"` });

/**
 * What speaks against a change of an installation that is held, where its caller named configs and the one in force is none
 * of them; the fault brings it. Weak tags are read alike: a proxy that compresses answers makes strong ones weak.
 *
 * @param ifMatch the request's `If-Match`, of the right form
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
