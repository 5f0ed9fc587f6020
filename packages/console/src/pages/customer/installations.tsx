import type { Installation } from '@writ/sdk';
import { useInstallationsOf } from '../../data/customers/customers.ts';
import { useProject } from '../../data/project.ts';
import { Author } from '../../parts/facts/actor.tsx';
import { NameOf, Status } from '../../parts/facts/facts.tsx';
import { healthStandings } from '../../parts/facts/standings.ts';
import { brandOf } from '../../parts/facts/words.ts';
import { Section } from '../../parts/page/page.tsx';
import { Lines, type Line } from '../../parts/rows/lines.tsx';
import { Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';

export function Installations({ groupRef }: { groupRef: string }) {
  return (
    <Section title="Installations">
      <Read of={useInstallationsOf(useProject(), groupRef)} what="its installations">
        {(installations) => <Lines none="No integration is installed." lines={installations.map(lineOf)} />}
      </Read>
    </Section>
  );
}

function lineOf(installation: Installation): Line {
  const { id, group, integrationId, connection, config, healthStatus } = installation;
  return {
    place: ['customers', group.groupRef, 'installations', id],
    title: <NameOf kind="integrations" id={integrationId} />,
    about: (
      <>
        {brandOf(connection.provider)} <bdi>{connection.account}</bdi> · settings of{' '}
        <Time at={config.createTime} /> by <Author createdBy={config.createdBy} />
      </>
    ),
    end: <Status {...healthStandings[healthStatus]} />,
  };
}
