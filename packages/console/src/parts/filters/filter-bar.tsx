import { useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../actions/button.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { Notice } from '../states/states.tsx';
import styles from './filter-bar.module.css';
import { queryOf, type Filter, type Filters } from './filters.tsx';
import { notUnderstood, type Params } from './params.ts';
import { useAddressQuery, useParamsOf } from './use-params.ts';

export type FilterValues<Of extends Filters> = {
  readonly [Name in keyof Of]?: (Of[Name] extends Filter<infer Value> ? Value : never) | undefined;
};

export type QueryOfFilters<Of extends Filters> = ReturnType<typeof queryOf<FilterValues<Of>>>;

/** The filters that the address holds, and their query. A change drops the parameters `drops`. */
export function useFilters<Of extends Filters>(filters: Of, drops: Params) {
  const params = useMemo(
    () => Object.fromEntries(Object.entries(filters).map(([name, { param }]) => [name, param])),
    [filters],
  );
  const [read, change] = useParamsOf(params, { drops });
  const [location, navigate] = useLocation();
  const values = read as FilterValues<Of>;
  return {
    filters,
    params,
    values,
    // A span begins when the list opens; a moving one would be another list each time.
    query: useMemo(() => queryOf(values, Date.now()), [values]),
    isAnySet: Object.keys(read).length > 0,
    change,
    clear: () => navigate(location),
  };
}

type Given = Pick<ReturnType<typeof useFilters>, 'filters' | 'params' | 'isAnySet' | 'change' | 'clear'> & {
  values: Readonly<Record<string, unknown>>;
  others: Params;
};

/** Unset filters that have a chip. */
const mostUnset = 5;

/** Chips of the first filters and those that are set; “More” shows the rest. `f` focuses the first. */
export function FilterBar({ filters, params, values, isAnySet, change, clear, others }: Given) {
  const group = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // A chip that is cleared stays: it has the focus.
  const [changed, setChanged] = useState<readonly string[]>([]);
  const choosable = Object.keys(filters).filter((name) => !filters[name]?.isLinked);
  const rest = choosable.slice(mostUnset);
  const isShown = (name: string): boolean =>
    values[name] !== undefined ||
    (choosable.includes(name) && (isOpen || changed.includes(name) || !rest.includes(name)));
  useKeys('Filters', [
    { key: 'f', words: 'to the filters', act: () => group.current?.querySelector('button')?.focus() },
  ]);
  return (
    <>
      <div role="group" aria-label="Filters" ref={group} className={styles['chips']}>
        <div className="wrap">
          {Object.entries(filters).map(([name, filter]) => {
            const set = (next: unknown): void => {
              setChanged([...changed, name]);
              change({ [name]: next });
            };
            return (
              isShown(name) && (
                <filter.Chip key={name} label={filter.label} value={values[name]} onChange={set} />
              )
            );
          })}
          {rest.length > 0 && (
            <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Fewer' : 'More'}
            </Button>
          )}
        </div>
        <div className={styles['clear']}>
          {isAnySet && (
            <Button look="quiet" onClick={clear}>
              Clear all
            </Button>
          )}
        </div>
      </div>
      <NotUnderstood params={{ ...params, ...others }} />
    </>
  );
}

export function NotUnderstood({ params }: { params: Params }) {
  const parts = notUnderstood(params, useAddressQuery());
  if (parts.length === 0) return null;
  return (
    <Notice tone="warn" title="Not all of the address is understood">
      <p>
        What is shown is not narrowed by{' '}
        {parts.map((part, at) => (
          <span key={at}>
            {at > 0 && ', '}
            <code>{part}</code>
          </span>
        ))}
        .
      </p>
    </Notice>
  );
}
