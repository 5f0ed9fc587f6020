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
    const next = writeParams(params, { ...values, ...changes }, writeParams(drops, {}, search));
    navigate(next === '' ? location : `${location}?${next}`, { replace: isPassing });
  };
  return [values, change];
}

/** wouter's query is decoded, and would be decoded twice. */
export function useAddressQuery(): string {
  useSearch();
  return window.location.search;
}
