import type { OpenApiDocument } from '@writ/http-kit';
import { assertMatchesOpenApi } from './assert-matches-open-api.ts';

/** An answer with the whole address that was asked. */
export type WitnessedAnswer = {
  method: string;
  url: string;
  status: number;
  /** The content type, with or without parameters. */
  type?: string | null | undefined;
  body?: unknown;
};

export type OpenApiWitness = (answer: WitnessedAnswer) => Promise<void>;

/**
 * Proves that each answer handed to it is one that the description of its own host promises, which it asks the host for
 * once. A caller of a test hands it every answer, so that no test has to think of it. What is not below `/v1` is in no
 * description and passes.
 * @returns what rejects with every difference, and for a host that does not describe itself.
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
