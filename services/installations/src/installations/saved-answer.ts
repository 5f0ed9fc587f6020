import { configContentSchema, isJsonObject, pointerTo } from '@writ/contracts';
import { isUnavailable } from '@writ/db';
import { ok, type Reply } from '@writ/http';
import { nearestName } from '@writ/problems';
import { findIntegration, unusedDefaults, type Installation } from '@writ/installation';
import { installationAnswers } from '../answers.ts';
import type { AskingDeps } from '../deps.ts';
import { configTag } from './changed-since.ts';
import { crmWarnings } from './crm-warnings.ts';

export async function savedAnswer(deps: AskingDeps, installation: Installation): Promise<Reply> {
  const [answer] = await installationAnswers(deps, [installation]);
  return ok({ ...answer, ...(await warningsOf(deps, installation)) }, configTag(installation));
}

/** Each costs a comparison with every known name. */
const most = { told: 20, looked: 1_000 };

/**
 * Warns about another revision than requested, unknown members that look like mistakes, unused defaults, and fields
 * that the CRM lacks.
 */
export async function warningsOf(
  deps: AskingDeps,
  installation: Installation,
  askedRevisionId?: string,
): Promise<{ warnings?: string[] }> {
  const { content, revisionId } = installation.config;
  const unknown = unknownMembers(configContentSchema, content, '/config/content')
    .take(most.looked)
    .flatMap(({ at, name, known }) => {
      const home = homeOf(at, name);
      if (home !== undefined)
        return [`\`${at}\` means nothing here, and was kept. \`${name}\` belongs below \`${home}\`.`];
      const near = nearestName(name, known);
      return near === undefined ? [] : [`\`${at}\` is not known, and was kept. Did you mean \`${near}\`?`];
    });
  // The config is saved: without the database only these warnings are lost.
  const useless = await uselessIn(deps, installation).catch(unlessUnavailable);
  const warnings = [
    ...replacedRevision(askedRevisionId, revisionId),
    ...unknown.take(most.told),
    ...useless,
  ].slice(0, most.told);
  return warnings.length > 0 ? { warnings } : {};
}

/** Clients without revisions send an empty text. */
const replacedRevision = (asked = '', used: string): string[] =>
  asked === '' || asked.toLowerCase() === used
    ? []
    : [
        `\`/config/revisionId\`: the integration has no revision \`${asked.slice(0, longestShown).toWellFormed()}\`, so its latest revision is used.`,
      ];

const longestShown = 100;

function unlessUnavailable(error: unknown): [] {
  if (isUnavailable(error)) return [];
  throw error;
}

async function uselessIn(
  { database, providers, describeObject }: AskingDeps,
  installation: Installation,
): Promise<Iterable<string>> {
  const { projectId, integrationId, provider, config, removeUnmapped } = installation;
  const integration = await findIntegration(database.prisma, projectId, integrationId);
  const adapter = providers.adapterFor(provider);
  if (!integration || !adapter) return [];
  const { fieldKeyOf, notFields } = adapter.declaration;
  const names = { removeUnmapped, ...(fieldKeyOf && { fieldKeyOf }), ...(notFields && { notFields }) };
  const unused = unusedDefaults(config.content, integration.revision.content, names)
    .map(({ at, name, why }) => `\`/config/content${at}\` is never written: \`${name}\` ${why}.`)
    .take(most.told);
  return [...unused, ...(await crmWarnings(describeObject, names, { installation, integration }))];
}

type Part = {
  description?: string;
  properties?: Readonly<Record<string, Part>>;
  additionalProperties?: unknown;
};

/** The section whose entries know a misplaced member. */
function homeOf(at: string, name: string): string | undefined {
  const { write, read, subscribe } = configContentSchema.properties;
  if (!/^\/config\/content\/(?:write|read|subscribe)\/objects\/[^/]*\/[^/]*$/.test(at)) return undefined;
  const home = Object.entries({ write, read, subscribe }).find(([, section]) =>
    Object.hasOwn(section.properties.objects.additionalProperties.properties, name),
  );
  return home && `${home[0]}.objects`;
}

/** With the names that the schema knows. */
function* unknownMembers(
  { properties = {}, additionalProperties }: Part,
  value: unknown,
  at: string,
): Generator<{ at: string; name: string; known: string[] }> {
  if (!isJsonObject(value)) return;
  const known = Object.keys(properties);
  const others = isJsonObject(additionalProperties) ? additionalProperties : undefined;
  for (const [name, member] of Object.entries(value)) {
    const part = Object.hasOwn(properties, name) ? properties[name] : others;
    if (part) yield* unknownMembers(part, member, pointerTo(at, name));
    else yield { at: pointerTo(at, name), name, known };
  }
}
