import { Fragment } from 'react';
import { NameOf, TheirNames } from '../facts/facts.tsx';
import { brandOf, shortened } from '../facts/words.ts';
import type { Filters } from '../filters/filters.tsx';
import { deliveryFilters, operationFilters } from '../filters/lists.ts';
import { ExactTime } from '../time/time.tsx';
import styles from './many.module.css';

const filters: Filters = { ...operationFilters, ...deliveryFilters };

/** What a cancellation may include besides. */
const besides: Readonly<Record<string, string>> = {
  all: 'Auto batches too',
  force: 'Also what may have been written',
};

type Filter = Readonly<Record<string, unknown>>;

export function Meant({ filter }: { filter: Filter }) {
  const { who, conditions } = partsOf(filter);
  return (
    <p className={styles['meant']}>
      {who}
      {conditions.map(([name, value]) => (
        <Fragment key={name}>
          {' '}
          <span className={styles['condition']}>
            <Condition {...{ name, value }} />
          </span>
        </Fragment>
      ))}
    </p>
  );
}

export function MeantLine({ filter }: { filter: Filter }) {
  const { who, conditions } = partsOf(filter);
  if (conditions.length === 0) return who;
  return conditions.map(([name, value], index) => (
    <Fragment key={name}>
      {index > 0 && ' · '}
      <Condition {...{ name, value }} />
    </Fragment>
  ));
}

function partsOf({ ids, ...others }: Filter) {
  const conditions = Object.entries(others).filter(([, value]) => value !== undefined);
  if (Array.isArray(ids)) {
    const who = ids.length === 1 ? 'One that was chosen' : `${ids.length} that were chosen`;
    return { who, conditions };
  }
  return { who: conditions.length === 0 ? 'All of the project' : 'All that match', conditions };
}

function Condition({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      {filters[name]?.label ?? besides[name] ?? name}
      {value !== true && (
        <>
          : <Value {...{ name, value }} />
        </>
      )}
    </>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  if ((name === 'since' || name === 'until') && typeof value === 'string') return <ExactTime at={value} />;
  if (name === 'destinationId') return <NameOf kind="destinations" id={String(value)} />;
  if (name === 'integrationId') return <NameOf kind="integrations" id={String(value)} />;
  return <TheirNames names={[value].flat().map((each) => wordsOf(name, String(each)))} />;
}

/** Customers' texts stay as they are. */
function wordsOf(name: string, text: string): string {
  if (name === 'provider') return brandOf(text);
  if (name === 'status') return text.replaceAll('_', ' ');
  return name.endsWith('Id') ? shortened(text) : text;
}
