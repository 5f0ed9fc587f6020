import { Fault, together } from './refusal.ts';

/** What a look found, by name, where none of it is a fault. */
export type Found<Looked> = { [Name in keyof Looked]: Exclude<Looked[Name], Fault> };

/** What a look gave, once it is certain that it holds no fault. @throws Fault that tells all of them. */
export function withoutFaults<Looked extends object>(looked: Looked): Found<Looked> {
  const [first, ...others] = Object.values(looked).filter((one) => one instanceof Fault);
  if (first) throw together([first, ...others]);
  return looked as Found<Looked>;
}
