import { mostIssues, nearestName } from '@writ/problems';

type Hintable = { detail: string; value?: unknown; known?: readonly string[] };

/** Adds the most similar known name. */
export function withHint({ detail, value, known }: Hintable): string {
  const near = typeof value === 'string' && known ? nearestName(value, known) : undefined;
  return near === undefined || near === value ? detail : `${detail} Did you mean \`${near}\`?`;
}

const mostHints = 20;

/** One more than an answer lists, so that it can say that there are more. */
export const toldFaults = <Fault extends Hintable>(faults: readonly Fault[]): Fault[] =>
  faults.slice(0, mostIssues + 1).map(hinted);

export const hinted = <Fault extends Hintable>(fault: Fault, index: number): Fault =>
  index < mostHints ? { ...fault, detail: withHint(fault) } : fault;
