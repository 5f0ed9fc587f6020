import { configContentSchema, isJsonObject, pointerTo } from '@writ/contracts';
import { nearestName, ok, type Reply } from '@writ/http-kit';
import type { Installation } from '@writ/installation';
import { installationAnswers } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { configTag } from './changed-since.ts';

/** The answer to who has changed an installation. */
export async function savedAnswer(deps: Deps, installation: Installation): Promise<Reply> {
  const [answer] = await installationAnswers(deps, [installation]);
  return ok({ ...answer, ...warningsOf(installation) }, configTag(installation));
}

/** As many as an answer tells. */
const mostWarnings = 20;

/** For who has saved a config: a warning of each member that means nothing here, and probably should. */
export function warningsOf({ config }: Installation): { warnings?: string[] } {
  const misses = nearMisses(configContentSchema, config.content, '/config/content');
  const warnings = Iterator.from(misses).take(mostWarnings).toArray();
  return warnings.length > 0 ? { warnings } : {};
}

type Part = {
  description?: string;
  properties?: Readonly<Record<string, Part>>;
  additionalProperties?: unknown;
};

/** Members that are not known where one that is near is. */
function* nearMisses(part: Part, value: unknown, at: string): Generator<string> {
  if (!isJsonObject(value)) return;
  const known = new Map(Object.entries(part.properties ?? {}));
  const others = isJsonObject(part.additionalProperties) ? part.additionalProperties : undefined;
  for (const [name, member] of Object.entries(value)) {
    const place = pointerTo(at, name);
    const below = known.get(name) ?? others;
    const near = below ? undefined : nearestName(name, [...known.keys()]);
    if (below) yield* nearMisses(below, member, place);
    else if (near !== undefined) yield `\`${place}\` is not known, and was kept. Did you mean \`${near}\`?`;
  }
}
