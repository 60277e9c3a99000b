/**
 * Rules that check the imports between the layers of the system. In domain ← ports ← use-cases ← adapters ←
 * composition ← process ← main, workers, a layer may import only layers to its left.
 */
const forbidden = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to,
})

/**
 * The features in the order of their imports: within a layer, a folder may import those before it. Files beside the
 * folders of a layer belong to no feature, so all features may import them, and they import none.
 */
const features = [
  'time',
  'text',
  'request',
  'schema',
  'guard',
  'event',
  'cell',
  'contact',
  'sender',
  'spinner',
  'plan',
  'table',
  'conversation',
  'arrival',
  'job',
  'person',
  'account',
  'bin',
  'test-mode',
  'openapi',
  'operations',
]

/** The layers with a folder for each feature, and their files that join the features. */
const layersOfFeatures = {
  'src/domain': [],
  'src/ports': ['unit-of-work'],
  'src/use-cases': [],
  'src/adapters/http': ['app', 'request-log', 'route', 'server', 'services'],
  'src/adapters/postgres': ['transaction', 'unit-of-work'],
}

/** The folders below features on which the files beside the features may build: technical ones, not features. */
const technical = ['time', 'text', 'request', 'schema']

const featureRules = Object.entries(layersOfFeatures).flatMap(([layer, joining]) => [
  ...features.map((feature, place) =>
    forbidden(
      `features-import-in-one-direction-${layer.split('/').at(-1)}-${feature}`,
      'A feature imports those before it in the list `features`.',
      `^${layer}/${feature}/`,
      { path: `^${layer}/(${features.slice(place + 1).join('|') || '-'})/` },
    ),
  ),
  forbidden(
    `files-beside-features-know-none-${layer.split('/').at(-1)}`,
    'A file that belongs to no feature may be imported by all of them, so it imports none.',
    `^${layer}/(?!(${joining.join('|') || '-'})\\.ts$)[^/]+\\.ts$`,
    { path: `^${layer}/[^/]+/`, pathNot: `^${layer}/(${technical.join('|')})/` },
  ),
  forbidden(
    `each-feature-has-its-place-${layer.split('/').at(-1)}`,
    'A new feature gets its place in the list `features`.',
    `^${layer}/(?!(${features.join('|')})/)[^/]+/`,
    {},
  ),
])

export default {
  forbidden: [
    ...featureRules,
    forbidden(
      'domain-is-pure',
      'The domain knows no I/O, no other layer, and of packages those that compute from their input alone: cron times, phone numbers (loaded when needed), messages with plurals and digests.',
      '^src/domain/',
      {
        pathNot:
          '^(src/domain/|node_modules/(croner|intl-messageformat|libphonenumber-js)/|(node:)?(crypto|module)$)',
      },
    ),
    forbidden(
      'ports-know-the-domain-only',
      'A port is a promise in the words of the domain.',
      '^src/ports/',
      {
        pathNot: '^src/(domain|ports)/',
      },
    ),
    forbidden(
      'use-cases-know-ports-and-domain',
      'Use cases reach the world through ports.',
      '^src/use-cases/',
      {
        pathNot: '^src/(domain|ports|use-cases)/',
      },
    ),
    forbidden(
      'adapters-are-not-wired-by-themselves',
      'Only the composition root chooses adapters.',
      '^src/adapters/',
      {
        path: '^(src/(composition|process|config|main|api|admin|migrate|serve-api|serve-service)|workers/)',
      },
    ),
    forbidden(
      'config-is-read-before-anything-is-wired',
      'The configuration knows no part of the system that is made from it.',
      '^src/config(/|\\.ts$)',
      {
        path: '^(src/(composition|operation|use-cases|main|api|admin|migrate|serve-api|serve-service)|src/adapters/(?!system/|postgres/servers\\.ts)|workers/)',
      },
    ),
    forbidden(
      'processes-do-not-know-what-starts-them',
      'An entry point uses processes, never the other way round.',
      '^src/operation/',
      {
        path: '^(src/(main|api|admin|migrate|serve-api|serve-service)\\.ts$|workers/)',
      },
    ),
    forbidden(
      'adapters-do-not-know-each-other',
      'HTTP does not know PostgreSQL, memory does not know HTTP.',
      '^src/adapters/([^/]+)/',
      {
        path: '^src/adapters/([^/]+)/',
        pathNot: '^src/adapters/($1|security|streams|system|threads)/',
      },
    ),
    forbidden(
      'only-http-calls-use-cases',
      'Among adapters, the edge alone calls use cases.',
      '^src/adapters/(?!http/)',
      {
        path: '^src/use-cases/',
      },
    ),
    forbidden('http-stays-at-the-edge', 'Koa is an adapter.', '^src/(?!adapters/http/)', {
      path: 'node_modules/(@koa|koa)',
    }),
    forbidden(
      'features-do-not-know-the-operation',
      'What starts and operates a deployment (processes, backup, moves, migrations) is built on the features.',
      '^src/(domain|ports|use-cases|adapters|composition)/',
      { path: '^(src/(operation|main|api|admin|migrate|serve-api|serve-service)|workers/)' },
    ),
    forbidden('tasks-are-an-edge', 'A task parses its payload and calls one use case.', '^workers/tasks/', {
      path: '^src/(adapters|composition)/',
    }),
    forbidden(
      'production-has-no-memory-adapters',
      'The kernel in memory is for tests.',
      '^(src/(main|api|migrate|admin)\\.ts$|workers/)',
      { path: '^src/(adapters/memory|composition/memory)', reachable: true },
    ),
    forbidden(
      'rare-packages-are-loaded-when-needed',
      'A start does not load packages of megabytes that few requests use: they are imported by `import()`.',
      '^(src/(?!operation/)|workers/)',
      {
        path: 'node_modules/(@node-rs|undici|koa-body|nodemailer|imapflow|koa2-swagger-ui|@simplewebauthn|@zxcvbn-ts)/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbidden(
      'stores-wait-by-their-timers',
      'Stores wait by the port `Timers`, whose time the simulator sets. Processes without a virtual clock are left out.',
      '^src/adapters/postgres/(?!cell/clearing\\.ts|cell/move-lock\\.ts|servers\\.ts|job/runtime-connection\\.ts|table/indexed-search\\.ts)',
      { path: '^(node:)?timers' },
    ),
    forbidden('no-cycles', 'A reader can go one way.', '^(src|workers|console/src)/', { circular: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
}
