import { isJsonObject } from '@writ/contracts';
import type { IssueInput } from '@writ/problems';
import { exclusionRules, recordIds, upsertKey } from './exclusion-rules.ts';
import { headerRules } from './header-rules.ts';
import { shapeRules } from './shape-rules.ts';

/**
 * What the schema cannot express (Contract §4.1): exclusive members, forbidden headers, size and depth.
 * Accepts any body, so that its issues join the schema's in one answer.
 */
export function writeRules(body: unknown): readonly IssueInput[] {
  if (!isJsonObject(body)) return [];
  return [...exclusionRules(body), ...headerRules(body), ...shapeRules(body)];
}

/** Without modes and policies. */
export function recordRules(body: unknown): readonly IssueInput[] {
  return isJsonObject(body) ? [...recordIds(body), ...upsertKey(body), ...shapeRules(body)] : [];
}
