import { startSandboxCrm, type SandboxCrmOptions } from '../start-sandbox-crm.ts';
import type { SandboxCrm } from '../running-sandbox.ts';
import { heldAnswers, type HeldAnswers } from './answers/held-answers.ts';

/** An answer with its body read: parsed when it is JSON. */
type Answer = { status: number; headers: Headers; body: unknown };

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export type TestSandbox = AsyncDisposable & {
  sandbox: SandboxCrm;
  /** A clock that moves only when told to. */
  clock: { now(): number; advance(ms: number): void };
  /** Calls with a token of the account; paths are relative to the provider. */
  hubspot: Send;
  salesforce: Send;
  /** Without a token; paths are relative to the sandbox. */
  plain: Send;
  as: (provider: 'hubspot' | 'salesforce', token: string) => Send;
  /** What it has answered so far. */
  answers: Pick<HeldAnswers, 'seen'>;
};

const startMs = Date.parse('2026-03-01T10:00:00.000Z');

/**
 * A sandbox on a free port of the loopback address, with a clock of its own. Every answer that it gives is held to the
 * schema of its address and status: the end of a test fails when one was not as it is declared, whoever received it.
 */
export async function startTestSandbox(options: Partial<SandboxCrmOptions> = {}): Promise<TestSandbox> {
  let nowMs = startMs;
  const clock = {
    now: () => nowMs,
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
  const held = heldAnswers();
  const sandbox = await startSandboxCrm({
    port: 0,
    clock,
    onAnswer: (answer) => held.given(answer),
    ...options,
  });
  const as: TestSandbox['as'] = (provider, token) =>
    sender(`${sandbox.url}/${provider}`, { authorization: `Bearer ${token}` }, held);
  return {
    sandbox,
    clock,
    as,
    answers: held,
    hubspot: as('hubspot', 'sandbox-hubspot-acme'),
    salesforce: as('salesforce', 'sandbox-salesforce-acme'),
    plain: sender(sandbox.url, {}, held),
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      held.check();
    },
  };
}

/** Strings are sent as they are, forms as forms, everything else as JSON. */
function sender(base: string, fixed: Record<string, string>, held: HeldAnswers): Send {
  return async (method, path, body, headers = {}) => {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...fixed,
        ...headers,
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await response.text();
    held.received({ method, url: response.url, response, text });
    return { status: response.status, headers: response.headers, body: readable(text) };
  };
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
