import type { OpenApiDocument } from '@writ/docs';
import { assertMatchesOpenApi } from './assert-matches-open-api.ts';

export type WitnessedAnswer = {
  method: string;
  url: string;
  status: number;
  /** With or without parameters. */
  type?: string | null | undefined;
  body?: unknown;
};

export type OpenApiWitness = (answer: WitnessedAnswer) => Promise<void>;

/**
 * Checks answers against their own host's description. Test callers pass every answer, so that no test has to.
 * Answers outside of `/v1` pass.
 */
export function openApiWitness(): OpenApiWitness {
  const documents = new Map<string, Promise<OpenApiDocument>>();
  const documentOf = (origin: string): Promise<OpenApiDocument> => {
    const known = documents.get(origin) ?? load(origin);
    documents.set(origin, known);
    return known;
  };
  return async ({ method, url, status, type, body }) => {
    const { origin, pathname, search } = new URL(url);
    if (!pathname.startsWith('/v1/')) return;
    const seen = { method, path: pathname + search, status, body };
    const mediaType = type?.split(';')[0];
    assertMatchesOpenApi(await documentOf(origin), { ...seen, ...(mediaType && { type: mediaType }) });
  };
}

async function load(origin: string): Promise<OpenApiDocument> {
  const answer = await fetch(`${origin}/openapi.json`);
  if (!answer.ok) throw new Error(`${origin} answers ${answer.status} when it is asked for its description`);
  return (await answer.json()) as OpenApiDocument;
}
