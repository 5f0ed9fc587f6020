import { request, type Dispatcher } from 'undici';

/** Calls the API with a key. @throws Error with the problem's detail when the answer is no success. */
export const callApi =
  (apiKey: string) =>
  async <Answer>(method: Dispatcher.HttpMethod, url: string, body?: unknown): Promise<Answer> => {
    const answer = await request(url, {
      method,
      headers: { 'X-Api-Key': apiKey, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${url} was answered ${answer.statusCode}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
