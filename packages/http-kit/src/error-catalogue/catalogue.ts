import { problemKinds, type ProblemKind } from '../problems/problem-kinds.ts';
import type { ProblemSettings } from '../problems/to-problem.ts';
import { problemExample } from '../openapi/problem-examples.ts';

/** One page of the error catalogue: what is fixed about a kind of problem, and what one looks like. */
export type CatalogueEntry = {
  kind: ProblemKind;
  /** The URI that problems of this kind carry; this entry is found there. */
  type: string;
  status: number;
  title: string;
  retryable: boolean;
  cause: string;
  remedy: string;
  example: unknown;
};

/** Every kind of problem, by status: the table that refusals are answered from is the only source. */
export const catalogue = (settings: ProblemSettings): readonly CatalogueEntry[] =>
  (Object.keys(problemKinds) as ProblemKind[])
    .map((kind) => ({
      kind,
      type: `${settings.catalogueUrl}/${kind}`,
      ...problemKinds[kind],
      example: problemExample(kind, settings),
    }))
    .sort((a, b) => a.status - b.status);
