import { openApiWitness } from './open-api-witness.ts';

/** `fetch` that checks answers against their host's description. */
export function witnessedFetch(): typeof fetch {
  const witness = openApiWitness();
  return async (input, init) => {
    const answer = await fetch(input, init);
    const text = await answer.clone().text();
    const type = answer.headers.get('content-type');
    const body: unknown = type?.includes('json') === true && text !== '' ? JSON.parse(text) : text;
    await witness({ method: init?.method ?? 'GET', url: answer.url, status: answer.status, type, body });
    return answer;
  };
}
