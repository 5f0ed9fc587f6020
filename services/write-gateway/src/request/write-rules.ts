import { isJsonObject } from '@writ/contracts';
import type { IssueInput } from '@writ/http-kit';
import { exclusionRules } from './exclusion-rules.ts';
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
