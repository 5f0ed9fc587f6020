/** Who arranges what a test needs, where the audit asks for it. */
export const testActor = { kind: 'command', id: 'test', requestId: 'test', action: 'test' } as const;
