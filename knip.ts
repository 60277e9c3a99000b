import type { KnipConfig } from 'knip'

/** Files, exports and packages that none of these files reaches count as unused. */
const config: KnipConfig = {
  entry: [
    'src/{main,api,migrate,admin}.ts',
    // Begun as a thread, by its path.
    'src/adapters/templates/template-thread.ts',
    'workers/{main,health}.ts',
    'scripts/*.{ts,mjs}',
    'scripts/step-types/check-step-types.ts',
    'bench/main.ts',
    'bench/support/{floor/floor,floor/queue-floor,runtime-process}.ts',
    'test/**/*.test.ts',
    // Named in jest.config.ts, and @jest/globals leads to the second.
    'test/support/runner/{runner,globals}.ts',
    // Started by test/runtime/pasted-commands.test.ts, by its path.
    'test/support/data/curl.ts',
    'test/chaos/main.ts',
    'test/simulation/main.ts',
    'test/simulation/seeds.ts',
    'console/src/main.tsx',
    'console/vite.config.ts',
  ],
  project: ['**/*.{ts,tsx,mjs}'],
  ignoreIssues: {
    // Written from the OpenAPI document, with every schema in it.
    'console/src/api/schema.ts': ['types'],
  },
  ignoreDependencies: [
    // Commands of scripts/checks.ts.
    '@redocly/cli',
    'dependency-cruiser',
    'typescript-7',
    // Put in the place of a package of swagger-ui-dist, whose install script reports the installation.
    '@scarf/scarf',
    // Asked for by the version of a manifest, in test/deploy/kubernetes-schema.ts.
    'kubernetes-models',
    // Read as a file by test/console/console.ts.
    'axe-core',
  ],
}

export default config
