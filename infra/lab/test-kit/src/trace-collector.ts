import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Closing } from '@writ/service-kit';
import protobuf from 'protobufjs';

/**
 * The used part of
 * https://github.com/open-telemetry/opentelemetry-proto/blob/v1.7.0/opentelemetry/proto/trace/v1/trace.proto
 */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopes = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes traceId = 1; bytes spanId = 2; bytes parentSpanId = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
  }
  message Link { bytes traceId = 1; bytes spanId = 2; }
  message Status { int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string text = 1; bool flag = 2; int64 whole = 3; double number = 4; } }`);
const requestType = root.lookupType('Request');

type Attributes = { key: string; value: Record<string, string | number | boolean> }[];
type WireSpan = Omit<CollectedSpan, 'service' | 'attributes'> & { attributes: Attributes };
type WireRequest = {
  spans: { resource: { attributes: Attributes }; scopes: { spans: WireSpan[] }[] }[];
};

/** Ids are hexadecimal. */
export type CollectedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  attributes: Readonly<Record<string, string | number | boolean>>;
  links: readonly { traceId: string; spanId: string }[];
  status?: { code: number };
};

/** Over HTTP, like an OpenTelemetry collector. */
export async function startTraceCollector(closing: Closing) {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      spans.push(...spansIn(body));
      response.setHeader('content-type', 'application/x-protobuf').end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.add(server, (opened) => {
    opened.closeAllConnections();
    opened.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
}

function spansIn(body: Buffer): CollectedSpan[] {
  const { spans } = requestType.toObject(requestType.decode(body), {
    bytes: String,
    longs: Number,
    arrays: true,
  }) as WireRequest;
  return spans.flatMap(({ resource, scopes }) => {
    const service = String(read(resource.attributes)['service.name']);
    return scopes.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        service,
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId),
        attributes: read(span.attributes),
        links: span.links.map(({ traceId, spanId }) => ({ traceId: hex(traceId), spanId: hex(spanId) })),
      })),
    );
  });
}

/** From base64. */
const hex = (id: string | undefined): string => Buffer.from(id ?? '', 'base64').toString('hex');

const read = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
