import type { Operation } from '@writ/sdk';
import { Link } from 'wouter';
import { usePlace, writeUrl } from '../../data/writes/first-write.ts';
import type { Project } from '../../data/project.ts';
import { Code } from '../../parts/facts/facts.tsx';
import { Status } from '../../parts/facts/status.tsx';
import { Theirs } from '../../parts/facts/theirs.tsx';
import { firstRequests } from './first-requests.ts';
import styles from './home.module.css';

/** How to send the first write, and whether it has arrived. */
export function FirstWrite({ project, operation }: { project: Project; operation: Operation | null }) {
  const place = usePlace(project);
  const managementUrl = `${location.origin}/v1`;
  const requests = firstRequests({ project: project.name, writeUrl: writeUrl(), managementUrl, place });
  return (
    <div className={`${styles['first']} stack`}>
      <h2>The first write</h2>
      <p>
        {operation === null && 'Nothing has been written in this project. '}
        These commands write, in a terminal in the folder of Writ.
      </p>
      <Arrived project={project} operation={operation} />
      {place && requests.lacking.length > 0 && (
        <p>
          The project has no {requests.lacking.join(' and no ')} yet: put your own in the place of words in
          capitals. <a href="/guide">The guide</a> shows how to make them.
        </p>
      )}
      <ol className={styles['steps']}>
        <li>
          <h3>Take a key</h3>
          <p>
            The console keeps none. The demo’s stands in <code>.data/demo.json</code>; this makes one that may
            write and look:
          </p>
          <Code label="command for a key" value={requests.key} />
        </li>
        <li>
          <h3>Create a record now</h3>
          <p>The answer holds the record as the CRM has it.</p>
          <Code label="command that writes now" value={requests.now} />
        </li>
        <li>
          <h3>Create one later</h3>
          <p>
            It is stored before it is answered, and retried until its deadline. The answer is its operation.
          </p>
          <Code label="command that writes later" value={requests.later} />
        </li>
        <li>
          <h3>See how it went</h3>
          <p>Or look at it here.</p>
          <Code label="command that reads the operation" value={requests.read} />
        </li>
      </ol>
    </div>
  );
}

function Arrived({ project, operation }: { project: Project; operation: Operation | null }) {
  return (
    <p role="status" className={operation ? `${styles['arrived']} ${styles['green']}` : styles['arrived']}>
      {operation ? (
        <>
          <Status tone="good">It has arrived</Status>
          {operation.metadata.type} {operation.resource} for <Theirs>{operation.groupRef}</Theirs>
          <Link href={project.to('operations', operation.id)}>Open it</Link>
        </>
      ) : (
        <>
          <Status tone="busy">Waiting</Status>
          for the first write to arrive …
        </>
      )}
    </p>
  );
}
