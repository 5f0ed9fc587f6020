import { isJsonObject } from '@writ/contracts';
import type { IssueInput } from '@writ/http-kit';
import { exclusionRules, recordIds } from './exclusion-rules.ts';
import { headerRules } from './header-rules.ts';
import { shapeRules } from './shape-rules.ts';

/**
 * What the schema of a write cannot say (Contract §4.1): which members exclude or need each other, which headers are
 * never forwarded, how large and how deep a record may be. Purely about the body, and tolerant of any body, so that its
 * issues stand beside those of the schema in one answer.
 */
export function writeRules(body: unknown): readonly IssueInput[] {
  if (!isJsonObject(body)) return [];
  return [...exclusionRules(body), ...headerRules(body), ...shapeRules(body)];
}

/** Those of them that are about `record` alone, for who asks what would become of one. */
export function recordRules(body: unknown): readonly IssueInput[] {
  return isJsonObject(body) ? [...recordIds(body), ...shapeRules(body)] : [];
}
