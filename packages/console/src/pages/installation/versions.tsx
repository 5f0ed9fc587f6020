import type { Installation, InstallationConfig } from '@writ/sdk';
import { useState } from 'react';
import { useConfigs, useRestoreConfig } from '../../data/customers/config.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { Author } from '../../parts/facts/actor.tsx';
import { Status } from '../../parts/facts/facts.tsx';
import { CardList } from '../../parts/rows/card-list.tsx';
import { ListEnd } from '../../parts/rows/list-end.tsx';
import { Loading, Problem } from '../../parts/states/states.tsx';
import { ExactTime } from '../../parts/time/time.tsx';
import { ChangeDialog, Warnings } from './change-dialog.tsx';
import { differencesBetween, summaryOf } from './content-differences.ts';

/** All settings that an installation has had, newest first. */
export function Versions({ installation }: { installation: Installation }) {
  const list = useConfigs(useProject(), installation);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const { rows = [], error, hasMore } = list;
  const [current] = rows;
  // What the oldest one changed shows once the one before it is read.
  const shown = hasMore ? rows.slice(0, -1) : rows;
  return (
    <>
      <Warnings warnings={warnings} />
      {error && <Problem fault={error} onRetry={list.retry} />}
      {!list.rows && !error && <Loading what="the versions" />}
      <CardList
        cards={shown.map((version, at) => ({
          key: version.id,
          title: <ExactTime at={version.createTime} />,
          beside: version === current && <Status tone="good" words="In force" />,
          actions: current !== undefined && version !== current && (
            <DialogButton
              needs="installations:read"
              dialog={
                <VersionDialog
                  {...{ installation, current, version }}
                  onDone={(saved) => setWarnings(saved.warnings ?? [])}
                />
              }
            >
              Compare or restore …
            </DialogButton>
          ),
          children: (
            <p>
              {changed(version, rows[at + 1])} <span className="quiet">by</span>{' '}
              <Author createdBy={version.createdBy} />
            </p>
          ),
        }))}
      />
      <ListEnd list={list} isEmpty={false} byItself={false} />
    </>
  );
}

const changed = ({ content }: InstallationConfig, before: InstallationConfig | undefined): string =>
  before === undefined ? 'First settings' : summaryOf(differencesBetween(before.content, content));

type Given = {
  installation: Installation;
  current: InstallationConfig;
  version: InstallationConfig;
  onDone: (saved: Installation) => void;
};

/** A version compared with the settings in force, and how to restore it. */
function VersionDialog({ installation, current, version, onDone }: Given) {
  // Others may save while it is open: it restores only over what it shows.
  const [basedOn] = useState(current);
  const restore = useRestoreConfig(useProject(), installation);
  const whyNot = useForbidden('installations:manage');
  const differences = differencesBetween(basedOn.content, version.content);
  const isSame = differences.length === 0;
  return (
    <ChangeDialog
      title="Restore these settings?"
      words="Restore"
      differences={differences}
      change={restore}
      disabledBecause={whyNot ?? (isSame ? 'Nothing would change.' : undefined)}
      ifOld="Close this, and compare again."
      onAct={(close) =>
        restore.mutate(
          { config: version, basedOn },
          {
            onSuccess: (saved) => {
              close();
              onDone(saved);
            },
          },
        )
      }
    >
      <p>
        {isSame
          ? 'They are the same as the settings in force.'
          : 'They become a new version, for all objects of this installation.'}
      </p>
    </ChangeDialog>
  );
}
