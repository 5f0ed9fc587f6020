import { registerHooks } from 'node:module';
import { URL } from 'node:url';

const globals = new URL('globals.js', import.meta.url).href;

// The package refuses to load outside of jest's environment.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: globals, format: 'module', shortCircuit: true }
      : next(specifier, context),
});

// Ends workers with the run, whatever they hold.
process.once('disconnect', () => process.exit());
