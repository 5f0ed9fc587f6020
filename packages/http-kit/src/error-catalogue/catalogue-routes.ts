import { nearestName } from '../problems/nearest-name.ts';
import { notFound } from '../problems/refusal.ts';
import type { ProblemSettings } from '../problems/to-problem.ts';
import { Router, type Request, type Response } from 'express';
import { catalogue } from './catalogue.ts';
import { entryPage, listPage } from './catalogue-pages.ts';

/**
 * `/problems` and `/problems/{kind}`: what the `type` of every problem leads to. A page for people; JSON for those that
 * ask for it. Outside `/v1`, without a key.
 */
export function catalogueRoutes(settings: ProblemSettings): Router {
  const entries = catalogue(settings);
  const router = Router();
  router.get('/problems', (request, response) => {
    send(request, response, { html: () => listPage(entries), json: entries });
  });
  router.get('/problems/:kind', (request, response) => {
    const { kind } = request.params;
    const entry = entries.find((known) => known.kind === kind);
    if (!entry) throw unknownKind(kind, entries);
    send(request, response, { html: () => entryPage(entry), json: entry });
  });
  return router;
}

function send(request: Request, response: Response, answer: { html: () => string; json: unknown }): void {
  response.vary('Accept');
  if (request.accepts(['html', 'json']) === 'json') response.json(answer.json);
  else response.type('text/html').send(answer.html());
}

function unknownKind(kind: string, entries: readonly { kind: string }[]) {
  const near = nearestName(
    kind,
    entries.map((entry) => entry.kind),
  );
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  return notFound('path', 'kind', kind, `There is no kind of problem with this name.${hint}`);
}
