import type { System } from '@writ/sdk';
import { useSystem } from '../../data/operators/system.ts';
import { KeyValues, marked, Status, Table, type Standing } from '../../parts/facts/facts.tsx';
import { countOf } from '../../parts/facts/words.ts';
import { Page, Section } from '../../parts/page/page.tsx';
import { Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import styles from './system-page.module.css';

type Finding = System['findings'][number];

const levels: Readonly<Record<Finding['level'], Standing>> = {
  error: { tone: 'bad', words: 'Error' },
  warning: { tone: 'waiting', words: 'Warning' },
  info: { tone: 'off', words: 'Info' },
};

export function SystemPage() {
  const reading = useSystem();
  return (
    <Page title="System" beside={reading.data && <Status {...standingOf(reading.data.findings)} />}>
      <Read of={reading} what="the state of the installation">
        {({ findings, versions, leaders }) => (
          <>
            <Section title="Findings">
              {findings.length === 0 ? (
                <p>Every part was checked, and nothing is wrong.</p>
              ) : (
                <ul className="stack">
                  {findings.map((finding, at) => (
                    <OneFinding key={at} finding={finding} />
                  ))}
                </ul>
              )}
            </Section>
            <Releases versions={versions} />
            <Leaders leaders={leaders} />
          </>
        )}
      </Read>
    </Page>
  );
}

function standingOf(findings: readonly Finding[]): Standing {
  const count = (level: Finding['level']) => findings.filter((each) => each.level === level).length;
  if (count('error') > 0) return { tone: 'bad', words: countOf(count('error'), 'error') };
  if (count('warning') > 0) return { tone: 'waiting', words: countOf(count('warning'), 'warning') };
  return { tone: 'good', words: 'No problems' };
}

function OneFinding({
  finding: { level, title, detail, remedy, time, code, process },
}: {
  finding: Finding;
}) {
  return (
    <li className="card tight">
      <header className="wrap">
        <Status {...levels[level]} />
        <h3>{title}</h3>
        <span className="apart quiet">
          <Time at={time} />
        </span>
      </header>
      <p className="reading">{marked(detail)}</p>
      <p className="reading">
        <strong>To do:</strong> {marked(remedy)}
      </p>
      <p className="small">
        <code>{code}</code>
        {process !== undefined && <> · seen by a process of {process}</>}
      </p>
    </li>
  );
}

function Releases({ versions: { product, postgres, redis, services } }: Pick<System, 'versions'>) {
  return (
    <Section title="Processes">
      <KeyValues
        facts={{ 'This process': product, Postgres: postgres, Redis: redis ?? 'none, or not reached' }}
      />
      {services.length === 0 ? (
        <p>No process has reported within the last minute.</p>
      ) : (
        <Table
          className={styles['table']}
          heads={['Service', 'Release', 'Processes']}
          rows={services.map(({ service, version, processes }) => [service, version, processes])}
        />
      )}
    </Section>
  );
}

function Leaders({ leaders }: Pick<System, 'leaders'>) {
  return (
    <Section title="Leaders">
      <p>Each of these is done by one process for all. If it stops, another one takes over.</p>
      <Table
        className={styles['table']}
        heads={['Work', 'State', 'Lease ends']}
        rows={leaders.map(({ name, active, until }) => [
          <code key="name">{name}</code>,
          <Status
            key="state"
            {...(active ? { tone: 'good', words: 'Active' } : { tone: 'waiting', words: 'Nobody does it' })}
          />,
          <Time key="until" at={until} />,
        ])}
      />
    </Section>
  );
}
