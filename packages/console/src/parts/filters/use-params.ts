import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { readParams, writeParams, type Params, type ValuesOf } from './params.ts';

type How = {
  /** Removed by each change. */
  drops?: Params;
  /** Changes leave no entry in the browser's history. */
  isPassing?: boolean;
};

/** Values of the address, the same object until they change, and a function that changes some. */
export function useParamsOf<Of extends Params>(
  params: Of,
  { drops = {}, isPassing = false }: How = {},
): [values: ValuesOf<Of>, change: (changes: ValuesOf<Of>) => void] {
  const search = useAddressQuery();
  const [location, navigate] = useLocation();
  const own = writeParams(params, readParams(params, search));
  const values = useMemo(() => readParams(params, own), [params, own]);
  const change = (changes: ValuesOf<Of>): void => {
    const changed = { ...values, ...withoutReplaced(params, changes) };
    const next = writeParams(params, changed, writeParams(drops, {}, search));
    navigate(next === '' ? location : `${location}?${next}`, { replace: isPassing });
  };
  return [values, change];
}

/** The query as it stands in the address: wouter's is decoded, and would be decoded twice. */
export function useAddressQuery(): string {
  useSearch();
  return window.location.search;
}

/** A changed parameter removes the one that it replaces, and the other way round. */
function withoutReplaced<Of extends Params>(params: Of, changes: ValuesOf<Of>): ValuesOf<Of> {
  const next: Record<string, unknown> = { ...changes };
  for (const [name, { insteadOf }] of Object.entries(params)) {
    if (insteadOf === undefined) continue;
    if (changes[name] !== undefined) next[insteadOf] = undefined;
    else if (changes[insteadOf] !== undefined) next[name] = undefined;
  }
  return next as ValuesOf<Of>;
}
