import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { beginSpan, describeStep, inSpan, inTraces } from './spans.ts';
import { traceIdIn } from './trace-parent.ts';

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
const traceOf = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
const idOf = (digit: string) => digit.repeat(32);

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
});
beforeEach(() => exporter.reset());
afterAll(async () => {
  await provider.shutdown();
  trace.disable();
  context.disable();
});

const finished = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    trace: span.spanContext().traceId,
    id: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    links: span.links.map(({ context: { traceId } }) => traceId),
    status: span.status.code,
  }));

test('a step that serves three traces appears in each, with what is inside it in the first', async () => {
  const sent = await inTraces('call', ['1', '2', '1', '3'].map(traceOf), {}, async (traceParent) => {
    await Promise.resolve();
    return inSpan('POST', {}, () => traceParent);
  });
  const spans = finished();
  const [inside, first, ...others] = spans;
  expect(inside).toMatchObject({ name: 'POST', trace: idOf('1'), parent: first?.id });
  expect(first).toMatchObject({
    name: 'call',
    trace: idOf('1'),
    parent: '1'.repeat(16),
    links: [idOf('2'), idOf('3')],
  });
  expect(others.map(({ name, trace: id, links }) => [name, id, links])).toEqual([
    ['call', idOf('2'), [idOf('1')]],
    ['call', idOf('3'), [idOf('1')]],
  ]);
  expect(sent).toBe(`00-${idOf('1')}-${first?.id}-01`);
});

test('a step of traces that are not sampled, or of none, makes no span and hands the trace on', () => {
  const unsampled = traceOf('4').replace(/1$/, '0');
  expect(inTraces('call', [null, unsampled], {}, (traceParent) => traceParent)).toBe(unsampled);
  expect(inTraces('call', [undefined], {}, (traceParent) => traceParent)).toBeUndefined();
  expect(finished()).toEqual([]);
  // A request that wakes another's work.
  const waking = beginSpan('POST', {}, traceOf('7'));
  waking.run(() => {
    inTraces('call', [unsampled], {}, () => inSpan('PATCH', {}, () => undefined));
    inTraces('call', [null], {}, () => describeStep({ 'error.type': 'theirs' }));
  });
  waking.end({ name: 'POST', attributes: {} });
  expect(finished()).toMatchObject([{ name: 'POST', trace: idOf('7'), status: 0 }]);
});

test('a step that fails ends as failed, and its fault goes on', async () => {
  const fault = new TypeError('broken');
  await expect(inSpan('commit', {}, () => Promise.reject(fault))).rejects.toBe(fault);
  expect(() =>
    inTraces('claim', [traceOf('5')], {}, () => {
      throw fault;
    }),
  ).toThrow(fault);
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ name, attributes, status }) => [name, attributes['error.type'], status.code])).toEqual([
    ['commit', 'TypeError', 2],
    ['claim', 'TypeError', 2],
  ]);
});

test("a request goes on with its caller's trace, or begins one", () => {
  const called = beginSpan('GET', {}, traceOf('6'));
  called.run(() => inSpan('plan', {}, () => undefined));
  called.end({ name: 'GET /v1', attributes: {}, fault: '503' });
  const alone = beginSpan('GET', {}, undefined);
  alone.end({ name: 'GET /v1', attributes: {} });
  const [plan, first, second] = finished();
  expect(plan).toMatchObject({ trace: idOf('6'), parent: first?.id });
  expect(first).toMatchObject({ name: 'GET /v1', trace: idOf('6'), parent: '6'.repeat(16), status: 2 });
  expect(second).toMatchObject({ parent: undefined, status: 0 });
  expect(traceIdIn(alone.traceParent)).toEqual({ traceId: second?.trace });
});
