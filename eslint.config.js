import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * Which workspace packages each package may import: arrows point at what changes least.
 * A package that is not named in a list is refused with a message that says where the rule stands.
 */
const mayImport = {
  'packages/contracts': [],
  'packages/write-core': [],
  'packages/cli': ['sdk'],
  'packages/console': ['sdk'],
  'packages/sdk': [],
  'packages/service-kit': [],
  'packages/problems': ['contracts', 'service-kit'],
  'packages/http': ['contracts', 'problems', 'service-kit', 'service-kit/redis'],
  'packages/docs': ['contracts', 'http', 'problems', 'service-kit'],
  'packages/db': ['service-kit'],
  'packages/job-queue': ['contracts', 'service-kit', 'service-kit/redis'],
  'packages/lanes': ['contracts', 'db', 'job-queue', 'service-kit'],
  'packages/event-bus': ['contracts', 'db', 'service-kit'],
  'packages/tenancy': ['contracts', 'db'],
  'packages/task': ['contracts', 'db', 'tenancy'],
  'packages/installation': ['contracts', 'write-core', 'db', 'tenancy'],
  'packages/write-request': ['contracts', 'problems', 'installation', 'write-core'],
  'packages/operation': ['contracts', 'write-core', 'db', 'tenancy', 'task', 'lanes', 'event-bus'],
  'packages/service-parts': [
    'contracts',
    'db',
    'event-bus',
    'problems',
    'http',
    'docs',
    'installation',
    'tenancy',
    'job-queue',
    'providers',
    'service-kit',
    'write-core',
  ],
  'packages/providers': ['service-kit', 'write-core'],
  'packages/governor': ['providers', 'write-core', 'service-kit', 'service-kit/redis'],
  'packages/sandbox-crm': ['service-kit'],
  'packages/headless': [],
  'packages/react': ['headless'],
  'infra/lab/local-servers': [],
  'infra/lab/ceilings': [],
  'infra/lab/publish': [],
  'infra/lab/observability': ['local-servers'],
  'infra/lab/test-kit': ['db', 'docs', 'local-servers', 'sdk', 'service-kit'],
  'infra/lab/bench': [
    'sdk',
    'stack',
    'test-kit',
    'test-kit/browser',
    'test-kit/laboratory',
    'test-kit/serve-tasks',
    'local-servers',
    'contracts',
    'service-kit',
    'db',
    'sandbox-crm',
  ],
  'infra/lab/chaos': [
    'contracts',
    'event-bus',
    'job-queue',
    'local-servers',
    'observability',
    'sandbox-crm',
    'service-kit',
    'service-parts',
    'stack',
    'test-kit',
    'test-kit/database',
    'test-kit/laboratory',
    'test-kit/serve-tasks',
    'write-gateway',
    'write-worker',
  ],
  'infra/lab/abuse': ['stack', 'docs', 'tenancy', 'service-kit', 'test-kit', 'test-kit/laboratory'],
  'infra/lab/release': 'everything',
  'services/write-gateway': 'packages',
  'services/write-worker': 'packages',
  'services/operations': 'packages',
  'services/installations': 'packages',
  'services/notification': 'packages',
  'services/all-in-one': 'everything',
  'infra/lab/stack': [
    'service-kit',
    'http',
    'db',
    'installation',
    'tenancy',
    'local-servers',
    'providers',
    'sandbox-crm',
    'test-kit',
  ],
};

const noPackedLiteral = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the members themselves: a spread of a literal only packs them on a line.',
};

const packageNames = Object.keys(mayImport)
  .filter((folder) => folder.startsWith('packages/'))
  .map((folder) => folder.slice('packages/'.length));

const boundaries = Object.entries(mayImport)
  .filter(([, allowed]) => allowed !== 'everything')
  .map(([folder, allowed]) => {
    const own = folder.split('/').at(-1);
    const names = [own, ...(allowed === 'packages' ? packageNames : allowed)];
    return {
      files: [`${folder}/src/**/*.{ts,tsx}`],
      // Tests, and what only tests share, may stand on real parts: the test kit and the sandbox are open to them.
      ignores: ['**/*.test.ts', '**/src/testing/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                regex: `^@writ/(?!(?:${names.join('|')})$)`,
                message: `${folder} may import: ${names.slice(1).join(', ') || 'no workspace package'}. Move the code to the package that owns the word, or change the table in eslint.config.js with a decision record.`,
              },
            ],
          },
        ],
      },
    };
  });

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/generated/**',
      '.data/**',
      '.stack/**',
      '.cache/**',
      'coverage/**',
      '**/dist/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Libraries type their instances as interfaces, which this rule takes for something else.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Named exports only: a name is found by searching.',
        },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'The environment is read in main.ts alone and passed on as values.',
        },
        noPackedLiteral,
      ],
    },
  },
  {
    // Entry points, and the tests' set-up, are where the environment enters; tool configurations export a default.
    files: [
      '**/*main.ts',
      '**/jest/*.ts',
      '**/*.test.ts',
      'infra/lab/test-kit/src/test-{environment,process}.ts',
      'packages/console/src/testing/start-console.ts',
      'prisma.config.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', noPackedLiteral] },
  },
  {
    files: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^to(MatchObject|Equal)$/] Property > Literal[regex]',
          message:
            'Jest takes this for an object without members, so any text passes: use expect.stringMatching.',
        },
        noPackedLiteral,
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/src/testing/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['{packages,services}/*/src/**/*.{ts,tsx}'],
    // A longer function names its reason where it stands.
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  {
    // Written by a program; a file of it may give no rule a reason.
    files: ['packages/{cli,sdk}/src/openapi/**'],
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
  {
    files: ['packages/console/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  { files: ['**/*.js'], languageOptions: { globals: { process: 'readonly' } } },
  ...boundaries,
);
