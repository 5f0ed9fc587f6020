import type { Request } from 'express';
import { guessCaller } from './authenticate.ts';
import type { Authentication, Project } from './caller.ts';
import type { Endpoint } from './endpoint.ts';
import type { RateLimit } from './rate-limit/rate-limit.ts';
import type { Input, ReadInput } from './read-input.ts';

/** What was begun for a caller who is not confirmed yet. */
export type Ahead = {
  input: Promise<Input>;
  /** What the endpoint looked up, if it did so for this project. */
  for(project: Project | undefined): Promise<unknown> | undefined;
};

/**
 * Reads the input and begins the endpoint's look-ups while the key is still being verified, for callers whose key was
 * good when it came last: one wait instead of two. Bodies of others are not read before, nor of those who were refused
 * for their rate. Whoever asks for it waits for the verification first: what comes of this, its failures too, is kept
 * until then, and dropped with the request where the key is good no more.
 */
export function aheadReader(
  endpoint: Endpoint,
  deps: {
    authentication: Authentication;
    rateLimit?: Pick<RateLimit, 'isSpent'>;
    read: ReadInput;
  },
): (request: Request, params: Record<string, string>) => Ahead | undefined {
  const lookAhead = endpoint.lookAhead?.bind(endpoint);
  if (!lookAhead) return () => undefined;
  return (request, params) => {
    const guess = guessCaller(request, deps.authentication);
    if (!guess || !isNamed(guess.project, params['projectIdOrName']) || deps.rateLimit?.isSpent(guess)) {
      return undefined;
    }
    const { project } = guess;
    const input = deps.read(request, params);
    const found = input.then(({ body, issues }) =>
      issues.length > 0 ? undefined : lookAhead({ params, body: body as never, project }),
    );
    found.catch(() => undefined);
    return { input, for: (confirmed) => (confirmed?.id === project.id ? found : undefined) };
  };
}

const isNamed = ({ id, name }: Project, idOrName: string | undefined): boolean =>
  id === idOrName || name === idOrName;
