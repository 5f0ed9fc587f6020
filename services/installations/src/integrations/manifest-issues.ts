import type { ManifestFault } from '@writ/installation';
import type { IssueInput } from '@writ/http-kit';
import { toldFaults } from '../hint.ts';

/** The faults of a manifest as issues of the member that holds it; each tells its line, counted from 1. */
export const manifestIssues = (faults: readonly ManifestFault[]): IssueInput[] =>
  toldFaults(faults).map((fault) => ({
    in: 'body',
    name: '/sourceYaml',
    detail: `Line ${fault.line}: ${fault.detail}`,
    ...(fault.value !== undefined && { value: fault.value }),
    context: { line: fault.line, path: fault.at },
  }));
