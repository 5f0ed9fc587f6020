/** Of a test's preparations in the audit. */
export const testActor = { kind: 'command', id: 'test', requestId: 'test', action: 'test' } as const;
