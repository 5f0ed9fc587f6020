import type { DeliveryRequest, JsonObject } from '@writ/contracts';
import type { AddressRules } from '../outbound/address-rules.ts';
import type { OpenSocket } from '../outbound/guarded-sockets.ts';
import type { Dispatcher } from 'undici';

/** A fault of metadata that a schema cannot tell; `pointer` leads to it from `metadata`. */
export type MetadataFault = { pointer: string; detail: string; value?: unknown };

/** A key that signs deliveries: for ever, or until it has been replaced for long enough. */
export type SigningKey = { key: string; until?: string };

/** A destination with its secrets open, as a kind needs it to send. */
export type OpenDestination = { metadata: JsonObject; signingKeys: readonly SigningKey[] };

/**
 * What is sent: `id` is the delivery's, `body` the same bytes at every attempt. Of an object, `body` are its lines and `id`
 * is that of the first; its name was decided before anything was sent.
 */
export type Outgoing = { id: string; body: string; objectName?: string | undefined };

/** When deliveries become an object: when there are enough of them, or the first waits for long enough. */
export type ObjectBounds = { maxEvents: number; maxBytes: number; maxAgeMs: number };

/** How deliveries become objects. */
export type ObjectRules = ObjectBounds & {
  /** The name of the next one; never the same. */
  newName: () => string;
};

/** How one attempt ended. */
export type SendOutcome = {
  delivered: boolean;
  at: Date;
  durationMs: number;
  httpStatus?: number;
  excerpt?: string;
  error?: string;
  /** How long the receiver asks to be left alone. */
  retryAfterMs?: number;
  /** The receiver wants nothing any more. */
  gone?: boolean;
};

/**
 * Sends to one destination. Always resolves; `close` ends what it keeps open once nothing of it is under way. What we post
 * ourselves asks `mayBegin` once it has a connection: after a false nothing is sent. What a client of AWS or Kafka sends is
 * asked for before it is handed over, and may still leave when the attempt is over.
 */
export type Send = ((
  outgoing: Outgoing,
  signal: AbortSignal,
  mayBegin?: () => boolean,
) => Promise<SendOutcome>) & {
  close?: () => Promise<void>;
};

/** Where we are found, as destinations are told. */
export type Addresses = {
  /** Where the management host is found: the source of what is told. */
  managementUrl: string;
  /** Where people find the console, for links; absent: it is switched off. */
  consoleUrl?: string | undefined;
};

/** What sending stands on. */
export type SendDeps = Addresses & {
  agent: Dispatcher;
  /** For what is not HTTP. */
  openSocket: OpenSocket;
  clock: { now(): Date };
  /** The whole exchange, connecting included; 15 s unless told. */
  limitMs?: number | undefined;
};

/** What the client of a destination is to send, signed for the moment at which it is given. */
export type Handed = { headers: Readonly<Record<string, string>>; body: string };

/** Gives what is to be sent to a destination whose deliveries a client fetches. */
export type Hand = (outgoing: Outgoing, at: Date) => Handed;

/** What any kind of destination tells: one folder, one entry of the list of kinds. */
type KindFacts = {
  /** The word in `type`. */
  type: string;
  /** Schema of `metadata`; `writeOnly`, since a credential may stand under a wrong name: its faults never show a value. */
  metadataSchema: {
    type: 'object';
    writeOnly: true;
    additionalProperties: false;
    required: readonly string[];
    properties: Readonly<Record<string, { description: string }>>;
  };
  /** Members of `metadata` whose values are sealed and never answered. */
  hiddenMembers: readonly string[];
  /** Members that are URLs: the values of their queries are sealed, and answered as hidden. */
  hiddenQueries: readonly string[];
  /** Whether it gets a signing key of ours. */
  signed: boolean;
  /** Whether its disabling is told by `destination.webhook.disabled`, which shows `metadata.url` as answers do. */
  announcesDisabling: boolean;
  /** What the schema cannot say; sees metadata that the schema refuses, too, so that all faults are told at once. */
  rules(metadata: JsonObject): readonly MetadataFault[];
  /** What an attempt sends, by metadata as it is shown. */
  request: (metadata: JsonObject, outgoing: Outgoing, addresses: Addresses) => DeliveryRequest;
};

/** A kind whose deliveries we send. */
export type PushKind = KindFacts & {
  delivers: 'push';
  /**
   * For a receiver that bears so much: one delivery at a time, each this long after the one before. Of objects it is the time
   * after a look that found none to be made.
   */
  apartMs?: number;
  /** Of a kind that sends objects of many deliveries, and has an `apartMs`. */
  objects?: {
    /** When one is made, by metadata as it is shown. */
    bounds: (metadata: JsonObject) => ObjectBounds;
    /** The name of the next one, by the same metadata; never the same. */
    newName: (metadata: JsonObject, at: Date) => string;
  };
  /**
   * Scheme, host and port of each address that hidden members are sent to: they do not follow to further ones. Sees metadata
   * that the schema refuses, too; what of it is no address is left out.
   */
  origins(metadata: JsonObject): readonly string[];
  /** Whether the addresses of metadata that is right otherwise may be sent to. */
  check(metadata: JsonObject, rules: AddressRules): Promise<readonly MetadataFault[]>;
  /** Whatever can be done once for many deliveries: keys decoded, headers laid out. */
  prepare(destination: OpenDestination, deps: SendDeps): Send;
};

/** A kind whose deliveries wait for a client, which fetches them and reports what came of each. */
export type PullKind = KindFacts & {
  delivers: 'pull';
  prepare(destination: OpenDestination): Hand;
};

export type DestinationKind = PushKind | PullKind;
