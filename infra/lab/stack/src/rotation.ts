/** The ports on which a service's replicas take requests. */
export type Rotation = {
  add: (port: number) => void;
  remove: (port: number) => void;
  ports: () => readonly number[];
};

export function createRotation(): Rotation {
  let ports: readonly number[] = [];
  return {
    add: (port) => (ports = [...new Set([...ports, port])]),
    remove: (port) => (ports = ports.filter((known) => known !== port)),
    ports: () => ports,
  };
}
