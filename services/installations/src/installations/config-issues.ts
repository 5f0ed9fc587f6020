import { configFaults, type ConfigContent, type ManifestIntegration } from '@writ/installation';
import type { IssueInput } from '@writ/http-kit';
import { toldFaults } from '../hint.ts';

/** The faults of a config's content as issues of a body that holds it at `/config/content`. */
export const configIssues = (content: ConfigContent, manifest: ManifestIntegration): IssueInput[] =>
  toldFaults(configFaults(content, manifest)).map((fault) => ({
    in: 'body',
    name: `/config/content${fault.at}`,
    detail: fault.detail,
    ...(fault.value !== undefined && { value: fault.value }),
  }));
