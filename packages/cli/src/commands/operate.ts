import type { Lane } from '@writ/sdk';
import type { Command } from 'commander';
import { filtersOf, optionOf } from '../options.ts';
import type { Acts } from '../session.ts';
import { resourceOf } from './resource.ts';

export function laneCommands(program: Command, { act }: Acts): void {
  const description = 'Show, pause and resume the backlogs of CRM accounts and destinations';
  const lanes = resourceOf(program, act, 'lanes', 'Operate:', description);
  lanes.list('list', 'getLanes', {
    isShort: true,
    filters: filtersOf('getLanes', {
      '-g, --group <groupRef>': 'groupRef',
      '--kind <kind>': 'kind',
      '--waiting <reason>': 'waiting',
    }),
    entries: (writ, query) => writ.lanes.list(query),
    columns: {
      ID: 'id',
      KIND: 'kind',
      ACCOUNT: ({ provider, account }) => provider && `${provider} ${account ?? ''}`,
      QUEUED: ({ queued, moreQueued }) => `${queued}${moreQueued === true ? '+' : ''}`,
      'A SECOND': 'rate',
      WAITING: (lane) => joined(', ', lane.disabled === true && 'disabled', whyItWaits(lane)),
      'OLDEST DUE': 'oldestDue',
    },
  });
  lanes
    .one('pause <id>', 'postLanePause', (writ, id, { reason }) =>
      writ.lanes.pause(id, { ...(reason !== undefined && { reason }) }),
    )
    .addOption(optionOf('postLanePause', 'reason', '--reason <text>'));
  lanes.one('resume <id>', 'postLaneResume', (writ, id) => writ.lanes.resume(id));
}

const whyItWaits = ({ waiting, paused }: Lane): string | undefined =>
  waiting && joined(' until ', joined(': ', waiting.reason, paused?.reason), waiting.until);

const joined = (by: string, ...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(by);

/** Dead letters belong to no project. */
export function deadLetterCommands(program: Command, { actInAll }: Acts): void {
  const description = "Show and replay events that could not be read; needs an administrator's WRIT_TOKEN";
  const letters = resourceOf(program, actInAll, 'dead-letters', 'Events:', description);
  letters.list('list', 'getDeadLetters', {
    entries: (writ) => writ.admin.deadLetters(),
    columns: { ID: 'id', STATUS: 'status', WHY: 'reasonKind', REASON: 'reason' },
  });
  letters.one('get <id>', 'getDeadLetter', (writ, id) => writ.admin.deadLetter(id));
  letters.one('replay <id>', 'postDeadLetterReplay', (writ, id) => writ.admin.replayDeadLetter(id));
  letters.one(
    'discard <id>',
    'postDeadLetterDiscard',
    (writ, id) => writ.admin.discardDeadLetter(id).then(() => ({ discarded: id })),
    { does: 'deletes the dead letter for good' },
  );
}
