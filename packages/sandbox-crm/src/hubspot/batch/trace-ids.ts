import type { JsonObject } from '../../json.ts';

export function traceId(input: JsonObject): string | undefined {
  const id = input['objectWriteTraceId'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** True when every input has a trace id of its own: only then does a create go on after a fault (Providers §2.3). */
export function allTraced(inputs: readonly JsonObject[]): boolean {
  const ids = inputs.map(traceId).filter((id) => id !== undefined);
  return new Set(ids).size === inputs.length;
}

export function withTraceId<T extends object>(result: T, input: JsonObject): T {
  const id = traceId(input);
  return id === undefined ? result : { ...result, objectWriteTraceId: id };
}
