import { useSyncExternalStore } from 'react';

let isSilent = false;
const listeners = new Set<() => void>();

function note(next: boolean): void {
  if (next === isSilent) return;
  isSilent = next;
  for (const tell of listeners) tell();
}

/** Statuses by which what stands before the host says that it does not answer. */
const ofAbsence: readonly number[] = [502, 504];

/** Asks the host, and notes whether it answers: a question is repeated before it is given up, and the reader knows sooner. */
export async function askHost(...question: Parameters<typeof fetch>): Promise<Response> {
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

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** Whether the host gave no answer when it was asked last. */
export const useSilentHost = (): boolean => useSyncExternalStore(subscribe, () => isSilent);
