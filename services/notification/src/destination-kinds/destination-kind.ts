import type { DeliveryRequest, JsonObject } from '@writ/contracts';
import type { AddressRules } from '../outbound/address-rules.ts';
import type { OpenSocket } from '../outbound/guarded-sockets.ts';
import type { Dispatcher } from 'undici';

/** A fault of metadata that no schema finds; `pointer` starts at `metadata`. */
export type MetadataFault = { pointer: string; detail: string; value?: unknown };

/** A key that signs deliveries; after a rotation, `until` a moment. */
export type SigningKey = { key: string; until?: string };

/** A destination with its secrets open. */
export type OpenDestination = { metadata: JsonObject; signingKeys: readonly SigningKey[] };

/** The same at every attempt. An object's `body` are its lines, its `id` is the first delivery's. */
export type Outgoing = {
  id: string;
  body: string;
  /** `traceparent` (W3C Trace Context); each attempt's own. */
  traceParent?: string | null | undefined;
  objectName?: string | undefined;
};

/** Deliveries become an object when there are enough, or when the first has waited long enough. */
export type ObjectBounds = { maxEvents: number; maxBytes: number; maxAgeMs: number };

export type ObjectRules = ObjectBounds & {
  /** The name of the next object; never the same. */
  newName: () => string;
};

export type SendOutcome = {
  delivered: boolean;
  at: Date;
  durationMs: number;
  httpStatus?: number;
  excerpt?: string;
  error?: string;
  /** The pause that the receiver asked for. */
  retryAfterMs?: number;
  /** The receiver wants nothing any more. */
  gone?: boolean;
};

/**
 * Sends to one destination; always resolves. `post` asks `mayBegin` once it has a connection and sends nothing after a false;
 * what the clients of AWS and Kafka were given may still leave after the attempt. `close` waits for what is in flight.
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
  /** The console, for links; absent if it is switched off. */
  consoleUrl?: string | undefined;
};

export type SendDeps = Addresses & {
  agent: Dispatcher;
  /** For protocols other than HTTP. */
  openSocket: OpenSocket;
  clock: { now(): Date };
  /** The limit of a whole exchange, connecting included; 15 s by default. */
  limitMs?: number | undefined;
};

/** What the client of a destination is to send, signed for the moment at which it is fetched. */
export type Handed = { headers: Readonly<Record<string, string>>; body: string };

export type Hand = (outgoing: Outgoing, at: Date) => Handed;

type KindFacts = {
  /** The word in `type`. */
  type: string;
  /** By `closed`. */
  metadataSchema: {
    type: 'object';
    writeOnly: true;
    additionalProperties: false;
    required: readonly string[];
    properties: Readonly<Record<string, { description: string }>>;
  };
  /** Members of `metadata` whose values are sealed and never answered. */
  hiddenMembers: readonly string[];
  /** Members that are URLs: the values of their queries are sealed and answered as hidden. */
  hiddenQueries?: readonly string[];
  /** Whether it gets a signing key of ours. */
  signed?: true;
  /** Whether `destination.webhook.disabled` announces its disabling, with `metadata.url` as shown. */
  announcesDisabling?: true;
  /** Faults that the schema does not find; also gets metadata that the schema refuses, so an answer lists all faults. */
  rules(metadata: JsonObject): readonly MetadataFault[];
  /** What an attempt sends, by metadata as it is shown. */
  request: (metadata: JsonObject, outgoing: Outgoing, addresses: Addresses) => DeliveryRequest;
};

export type PushKind = KindFacts & {
  delivers: 'push';
  /** For a slow receiver: one delivery at a time, so far apart. For objects: the pause after a look that found none. */
  apartMs?: number;
  /** Of a kind that sends many deliveries as an object; needs `apartMs`. Both get metadata as it is shown. */
  objects?: {
    bounds: (metadata: JsonObject) => ObjectBounds;
    newName: (metadata: JsonObject, at: Date) => string;
  };
  /** Scheme, host and port of each address that gets hidden members: a change takes no secret to a new one. */
  origins(metadata: JsonObject): readonly string[];
  /** Whether the addresses of otherwise valid metadata may be sent to. */
  check(metadata: JsonObject, rules: AddressRules): Promise<readonly MetadataFault[]>;
  /** Does once what many deliveries share: decode keys, lay out headers. */
  prepare(destination: OpenDestination, deps: SendDeps): Send;
};

export type PullKind = KindFacts & {
  delivers: 'pull';
  prepare(destination: OpenDestination): Hand;
};

export type DestinationKind = PushKind | PullKind;
