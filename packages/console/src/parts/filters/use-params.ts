import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { readParams, writeParams, type Params, type ValuesOf } from './params.ts';

/** Values that the address holds, and what changes some of them; the way back undoes a change. */
export function useParamsOf<Of extends Params>(
  params: Of,
): [values: ValuesOf<Of>, change: (changes: ValuesOf<Of>) => void] {
  const search = useSearch();
  const [location, navigate] = useLocation();
  const values = useMemo(() => readParams(params, search), [params, search]);
  const change = (changes: ValuesOf<Of>): void => {
    const next = writeParams(params, { ...values, ...changes }, search);
    navigate(next === '' ? location : `${location}?${next}`);
  };
  return [values, change];
}
