import { createFlag } from './flag.ts';

const silent = createFlag();

/** Statuses by which the host, or what stands before it, says that it does not answer, or not now. */
const ofAbsence: readonly number[] = [429, 502, 503, 504];

/**
 * Asks the host, and notes whether it answers: a question is repeated before it is given up, and the reader knows sooner. Only
 * reads tell: what asks a provider is answered 502 and 504 where the provider is away.
 */
export async function askHost(...question: Parameters<typeof fetch>): Promise<Response> {
  const note = (isSilent: boolean): void => {
    if (question[1]?.method === 'GET') silent.set(isSilent);
  };
  try {
    const answer = await fetch(...question);
    note(ofAbsence.includes(answer.status));
    return answer;
  } catch (fault) {
    // Any other fault is the reader's, or the question's limit of time.
    if (fault instanceof TypeError) note(true);
    throw fault;
  }
}

/** Whether the host gave no answer when something was read last. */
export const useSilentHost = silent.useFlag;
