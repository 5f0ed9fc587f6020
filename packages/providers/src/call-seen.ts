export type CallSeen = {
  /** Method and path, without parameters. */
  endpoint: string;
  /** Absent if no answer came. */
  status?: number;
  /** The provider's request id, for its support. */
  correlationId?: string;
};

/**
 * Watches the calls of an attempt. `told` returns the last call that may have written, else the last call.
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
