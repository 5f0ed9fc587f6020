import { lazy, useState, type ComponentType } from 'react';

/**
 * A page whose file is loaded when somebody goes there, or before that by `prepare`: then it is drawn at once, and asks at once
 * for what it shows. React holds back what comes after a waiting page for a third of a second.
 */
export function latePage(load: () => Promise<ComponentType>): {
  Page: ComponentType;
  prepare: () => Promise<void>;
} {
  let loaded: ComponentType | undefined;
  const Waiting = lazy(async () => ({ default: await load() }));
  return {
    // Whoever has begun to wait goes on: another component in its place would begin anew.
    Page: function LatePage() {
      const [Chosen] = useState(() => loaded ?? Waiting);
      return <Chosen />;
    },
    prepare: async () => {
      loaded = await load();
    },
  };
}
