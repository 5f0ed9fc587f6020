import { registerHooks } from 'node:module';
import { URL } from 'node:url';

const globals = new URL('globals.js', import.meta.url).href;

// Outside of jest's own environment the package refuses to be loaded.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: globals, format: 'module', shortCircuit: true }
      : next(specifier, context),
});

// A run that has ended ends its workers, whatever they still hold.
process.once('disconnect', () => process.exit());
