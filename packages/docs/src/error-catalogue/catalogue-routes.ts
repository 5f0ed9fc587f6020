import { nearestName, notFound, problemKinds, type ProblemKind, type ProblemSettings } from '@writ/problems';
import { Router } from 'express';
import { problemExample } from '../openapi/problem-examples.ts';
import type { Site } from '../pages/site.ts';
import { entryPage, listPage, type CatalogueEntry } from './catalogue-pages.ts';

/** `/problems` and `/problems/{kind}`, where the `type` of every problem leads: pages, or JSON on request. */
export function catalogueRoutes(site: Site, settings: ProblemSettings): Router {
  let answers: ReadonlyMap<string, Answer> | undefined;
  const router = Router({ caseSensitive: true });
  router.get(['/problems', '/problems/:kind'], (request, response) => {
    answers ??= answersOf(site, settings);
    const kind = String(request.params['kind'] ?? all);
    const answer = answers.get(kind);
    if (!answer) throw unknownKind(kind);
    const type = request.accepts(['html', 'json']) === 'json' ? 'json' : 'html';
    response.vary('Accept').type(type).send(answer[type]);
  });
  return router;
}

const all = '';

function answersOf(site: Site, settings: ProblemSettings): ReadonlyMap<string, Answer> {
  const entries = catalogue(site, settings);
  return new Map([
    [all, answerOf(listPage(site, entries), entries)],
    ...entries.map((entry) => [entry.kind, answerOf(entryPage(site, entry), entry)] as const),
  ]);
}

type Answer = { html: Buffer; json: Buffer };

const answerOf = (html: string, json: unknown): Answer => ({
  html: Buffer.from(html),
  json: Buffer.from(JSON.stringify(json)),
});

const catalogue = ({ causes = [] }: Site, settings: ProblemSettings): readonly CatalogueEntry[] =>
  (Object.keys(problemKinds) as ProblemKind[])
    .map((kind) => ({
      kind,
      type: `${settings.catalogueUrl}/${kind}`,
      ...problemKinds[kind],
      typicalCauses: causes.flatMap(({ provider, causes: own }) =>
        (own[kind] ?? []).map((cause) => ({ provider, ...cause })),
      ),
      example: problemExample(kind, settings),
    }))
    .sort((a, b) => a.status - b.status);

function unknownKind(kind: string) {
  const near = nearestName(kind, Object.keys(problemKinds));
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  return notFound('path', 'kind', kind, `There is no kind of problem with this name.${hint}`);
}
