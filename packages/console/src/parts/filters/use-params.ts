import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { readParams, writeParams, type Params, type ValuesOf } from './params.ts';

type How = {
  /** A change goes with what these held. */
  drops?: Params;
  /** The way back leaves the page instead of undoing the last change. */
  isPassing?: boolean;
};

/** Values that the address holds, the same object until they change, and what changes some of them. */
export function useParamsOf<Of extends Params>(
  params: Of,
  { drops = {}, isPassing = false }: How = {},
): [values: ValuesOf<Of>, change: (changes: ValuesOf<Of>) => void] {
  // It tells of changes, but decodes what it gives, which is decoded once more when it is read.
  useSearch();
  const { search } = window.location;
  const [location, navigate] = useLocation();
  const own = writeParams(params, readParams(params, search));
  const values = useMemo(() => readParams(params, own), [params, own]);
  const change = (changes: ValuesOf<Of>): void => {
    const next = writeParams(params, { ...values, ...changes }, writeParams(drops, {}, search));
    navigate(next === '' ? location : `${location}?${next}`, { replace: isPassing });
  };
  return [values, change];
}
