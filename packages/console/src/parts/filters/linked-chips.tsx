import { shortened } from '../facts/shortened.ts';
import { ChipOfText } from './chip-of-text.tsx';
import type { Param } from './params.ts';

type Texts<Name extends string> = { readonly [Each in Name]?: string | undefined };

/** Filters that links lead to: each has a chip where it holds something, and none otherwise. `labels`: their names, by the address's. */
export function LinkedChips<Name extends string>({
  labels,
  params,
  values,
  change,
}: {
  labels: Readonly<Record<Name, string>>;
  params: Readonly<Record<NoInfer<Name>, Param<string>>>;
  values: Texts<NoInfer<Name>>;
  change: (changes: Texts<NoInfer<Name>>) => void;
}) {
  const names = Object.keys(labels) as Name[];
  return names.map((name) => {
    const value = values[name];
    if (value === undefined) return null;
    const set = (next: string | undefined) => change({ [name]: next } as Texts<Name>);
    const given = { label: labels[name], value, onChange: set };
    return <ChipOfText key={name} {...given} param={params[name]} words={shortened(value)} />;
  });
}
