import type { Operation } from '@writ/sdk';
import type { ReactNode } from 'react';
import { usePlace, writeUrl } from '../../data/writes/first-write.ts';
import type { Project } from '../../data/project.ts';
import { Code, Status } from '../../parts/facts/facts.tsx';
import { To } from '../../parts/facts/id.tsx';
import { firstRequests } from './first-requests.ts';
import styles from './home.module.css';

export function FirstWrite({ project, operation }: { project: Project; operation: Operation | null }) {
  const place = usePlace(project);
  const managementUrl = `${location.origin}/v1`;
  const requests = firstRequests({ project: project.name, writeUrl: writeUrl(), managementUrl, place });
  return (
    <div className="stack reading">
      <h2>The first write</h2>
      <p>
        {operation === null && 'Nothing has been written in this project. '}
        These commands write, in a terminal in the folder of Writ.
      </p>
      <Arrived operation={operation} />
      {place && requests.lacking.length > 0 && (
        <p>
          The project has no {requests.lacking.join(' and no ')} yet: put your own in the place of words in
          capitals. <a href="/guide">The guide</a> shows how to make them.
        </p>
      )}
      <ol className={styles['steps']}>
        <Step title="Take a key" label="command for a key" command={requests.key}>
          The console keeps none. The demo’s stands in <code>.data/demo.json</code>; this makes one that may
          write and look:
        </Step>
        <Step title="Create a record now" label="command that writes now" command={requests.now}>
          The answer holds the record as the CRM has it.
        </Step>
        <Step title="Create one later" label="command that writes later" command={requests.later}>
          It is stored before it is answered, and retried until its deadline. The answer is its operation.
        </Step>
        <Step title="See how it went" label="command that reads the operation" command={requests.read}>
          Or look at it here.
        </Step>
      </ol>
    </div>
  );
}

type StepGiven = { title: string; label: string; command: string; children: ReactNode };

const Step = ({ title, label, command, children }: StepGiven) => (
  <li>
    <h3>{title}</h3>
    <p>{children}</p>
    <Code label={label} value={command} />
  </li>
);

function Arrived({ operation }: { operation: Operation | null }) {
  return (
    <p role="status" className="card wrap">
      {operation ? (
        <>
          <Status tone="good" words="It has arrived" />
          {operation.metadata.type} {operation.resource} for <bdi>{operation.groupRef}</bdi>
          <To place={['operations', operation.id]}>Open it</To>
        </>
      ) : (
        <>
          <Status tone="busy" words="Waiting" />
          for the first write to arrive …
        </>
      )}
    </p>
  );
}
