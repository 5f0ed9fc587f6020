import type { DeliveryRequest, JsonObject } from '@writ/contracts';
import type { AddressRules } from '../outbound/address-rules.ts';
import type { OpenSocket } from '../outbound/guarded-sockets.ts';
import type { Dispatcher } from 'undici';

/** `pointer` starts at `metadata`. */
export type MetadataFault = { pointer: string; detail: string; value?: unknown };

/** After a rotation, the old key signs `until` a moment. */
export type SigningKey = { key: string; until?: string };

export type OpenDestination = { metadata: JsonObject; signingKeys: readonly SigningKey[] };

/** The same at every attempt. An object's `body` has its lines; its `id` is the first delivery's. */
export type Outgoing = {
  id: string;
  body: string;
  /** `traceparent` (W3C Trace Context); each attempt's own. */
  traceParent?: string | null | undefined;
  objectName?: string | undefined;
};

/** Deliveries become an object at either size, or at the first one's age. */
export type ObjectBounds = { maxEvents: number; maxBytes: number; maxAgeMs: number };

export type ObjectRules = ObjectBounds & {
  /** Never the same twice. */
  newName: () => string;
};

export type SendOutcome = {
  delivered: boolean;
  at: Date;
  durationMs: number;
  httpStatus?: number;
  excerpt?: string;
  error?: string;
  retryAfterMs?: number;
  /** The receiver wants no more. */
  gone?: boolean;
};

/**
 * Always resolves. `post` asks `mayBegin` once it has a connection and sends nothing after a false; AWS and Kafka
 * clients may still send after the attempt. `close` waits for sends in flight.
 */
export type Send = ((
  outgoing: Outgoing,
  signal: AbortSignal,
  mayBegin?: () => boolean,
) => Promise<SendOutcome>) & {
  close?: () => Promise<void>;
};

export type Addresses = {
  /** The management host: the source of events. */
  managementUrl: string;
  /** For links; absent if the console is off. */
  consoleUrl?: string | undefined;
};

export type SendDeps = Addresses & {
  agent: Dispatcher;
  /** For protocols other than HTTP. */
  openSocket: OpenSocket;
  clock: { now(): Date };
  /** Of a whole exchange, connecting included; 15 s by default. */
  limitMs?: number | undefined;
};

/** The request that a destination's client is to send, signed when fetched. */
export type Handed = { headers: Readonly<Record<string, string>>; body: string };

export type Hand = (outgoing: Outgoing, at: Date) => Handed;

type KindFacts = {
  type: string;
  /** By `closed`. */
  metadataSchema: {
    type: 'object';
    writeOnly: true;
    additionalProperties: false;
    required: readonly string[];
    properties: Readonly<Record<string, { description: string }>>;
  };
  /** Members whose values are sealed and never returned. */
  hiddenMembers: readonly string[];
  /** Members that are URLs: query values are sealed and shown as hidden. */
  hiddenQueries?: readonly string[];
  /** Gets a signing key. */
  signed?: true;
  /** Its disabling sends `destination.webhook.disabled`, with `metadata.url` as shown. */
  announcesDisabling?: true;
  /** Faults beyond the schema. Also gets metadata that the schema refuses, so an answer lists all faults. */
  rules(metadata: JsonObject): readonly MetadataFault[];
  /** What an attempt sends; `metadata` is as shown. */
  request: (metadata: JsonObject, outgoing: Outgoing, addresses: Addresses) => DeliveryRequest;
};

export type PushKind = KindFacts & {
  delivers: 'push';
  /**
   * For a slow receiver: the distance between single deliveries. For objects: the pause after a look that found none.
   */
  apartMs?: number;
  /** For kinds that send many deliveries as an object; needs `apartMs`. Both get metadata as shown. */
  objects?: {
    bounds: (metadata: JsonObject) => ObjectBounds;
    newName: (metadata: JsonObject, at: Date) => string;
  };
  /** Origins that get hidden members: a change takes no secret to a new one. */
  origins(metadata: JsonObject): readonly string[];
  /** Whether the addresses may be sent to. */
  check(metadata: JsonObject, rules: AddressRules): Promise<readonly MetadataFault[]>;
  /** Does work that deliveries share: decodes keys, lays out headers. */
  prepare(destination: OpenDestination, deps: SendDeps): Send;
};

export type PullKind = KindFacts & {
  delivers: 'pull';
  prepare(destination: OpenDestination): Hand;
};

export type DestinationKind = PushKind | PullKind;
