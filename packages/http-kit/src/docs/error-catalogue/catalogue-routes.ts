import {
  nearestName,
  notFound,
  type ProblemKind,
  problemKinds,
  type ProblemSettings,
} from '../../problems/index.ts';
import { Router, type Request, type Response } from 'express';
import { problemExample } from '../openapi/problem-examples.ts';
import type { Site } from '../pages/site.ts';
import { entryPage, listPage, type CatalogueEntry } from './catalogue-pages.ts';

/** `/problems` and `/problems/{kind}`, where the `type` of every problem leads: pages, or JSON on request. */
export function catalogueRoutes(site: Site, settings: ProblemSettings): Router {
  const entries = catalogue(site, settings);
  const router = Router({ caseSensitive: true });
  router.get('/problems', (request, response) => {
    send(request, response, { html: () => listPage(site, entries), json: entries });
  });
  router.get('/problems/:kind', (request, response) => {
    const { kind } = request.params;
    const entry = entries.find((known) => known.kind === kind);
    if (!entry) throw unknownKind(kind);
    send(request, response, { html: () => entryPage(site, entry), json: entry });
  });
  return router;
}

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

function send(request: Request, response: Response, answer: { html: () => string; json: unknown }): void {
  response.vary('Accept');
  if (request.accepts(['html', 'json']) === 'json') response.json(answer.json);
  else response.type('text/html').send(answer.html());
}

function unknownKind(kind: string) {
  const near = nearestName(kind, Object.keys(problemKinds));
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  return notFound('path', 'kind', kind, `There is no kind of problem with this name.${hint}`);
}
