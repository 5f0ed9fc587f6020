/** What is told of one request to a provider. */
export type CallSeen = {
  /** Method and path, without parameters. */
  endpoint: string;
  /** HTTP status; absent where no answer came. */
  status?: number;
  /** What the provider calls the request by, for its support. */
  correlationId?: string;
};

/**
 * Watches the calls of an attempt, and tells the one that it is known by: the last one that may have written, or else the
 * last one at all. Undefined where none was made.
 */
export function watchCalls(): { onCall: (seen: CallSeen) => void; told: () => CallSeen | undefined } {
  let told: CallSeen | undefined;
  return {
    onCall: (seen) => {
      if (!told || isWrite(seen) || !isWrite(told)) told = seen;
    },
    told: () => told,
  };
}

const isWrite = ({ endpoint }: CallSeen): boolean => !endpoint.startsWith('GET ');

const mostOfPath = 300;
const correlationId = /^[\x21-\x7e]{1,200}$/;

/** A request that was made, and what its answer says beside its body, if one came. */
export function callSeen(
  { method, path }: { method: string; path: string },
  answer?: { status: number; correlationId: unknown },
): CallSeen {
  const id = answer?.correlationId;
  return {
    endpoint: `${method} ${path.split('?', 1)[0]?.slice(0, mostOfPath)}`,
    ...(answer && { status: answer.status }),
    ...(typeof id === 'string' && correlationId.test(id) && { correlationId: id }),
  };
}
