import { mostIssues, nearestName } from '@writ/http-kit';

type Hintable = { detail: string; value?: unknown; known?: readonly string[] };

/** A fault's text, with the name that was probably meant where one is near. */
export function withHint({ detail, value, known }: Hintable): string {
  const near = typeof value === 'string' && known ? nearestName(value, known) : undefined;
  return near === undefined || near === value ? detail : `${detail} Did you mean \`${near}\`?`;
}

/** Each costs a look at every name that is known, and nobody reads more. */
const mostHints = 20;

/** As many faults as an answer tells, and one more, so that it can tell that there are more; the first with hints. */
export const toldFaults = <Fault extends Hintable>(faults: readonly Fault[]): Fault[] =>
  faults.slice(0, mostIssues + 1).map(hinted);

/** A fault of many, with its hint where it is one of the first. */
export const hinted = <Fault extends Hintable>(fault: Fault, index: number): Fault =>
  index < mostHints ? { ...fault, detail: withHint(fault) } : fault;
