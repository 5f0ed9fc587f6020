type Server = { close: () => Promise<void> };

type Started = {
  servers: Server[];
  run: { databaseUrl: string; name: string } | undefined;
  add: <S extends Server>(server: S) => S;
  closeAll: () => Promise<void>;
};

// jest loads set-up and teardown separately; they share the global object.
const shared = globalThis as typeof globalThis & { writStarted?: Started };

/** Closed by the teardown. */
export const started: Started = (shared.writStarted ??= {
  servers: [],
  run: undefined,
  add(server) {
    this.servers.push(server);
    return server;
  },
  async closeAll() {
    await Promise.all(this.servers.splice(0).map((server) => server.close()));
  },
});
