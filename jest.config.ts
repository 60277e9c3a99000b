import type { Config } from 'jest'

type Project = Exclude<NonNullable<Config['projects']>[number], string>

const shared: Project = {
  testEnvironment: 'node',
  testRunner: '<rootDir>/test/support/runner/runner.ts',
  // Node.js strips the types.
  transform: {},
}

/**
 * Three projects, separated by folder. Each sets up only what it needs: unit tests nothing, integration tests a
 * database, browser tests a database and a browser. A folder that no project names belongs to the integration tests.
 */
const config: Config = {
  // One more than there are cores: a test spends a third of its time waiting for PostgreSQL or a process it started.
  maxWorkers: 3,
  // A process that has grown is replaced after a file, because modules of tests stay in memory: up to 1.1 GB.
  workerIdleMemoryLimit: '700MB',
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/test/*.test.ts',
        '<rootDir>/test/{adapters,deploy,domain,use-cases}/**/*.test.ts',
        '<rootDir>/test/console/!(pages)/**/*.test.ts',
      ],
    },
    {
      ...shared,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/console/pages/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/browser/set-up-browser.ts',
      globalTeardown: '<rootDir>/test/support/browser/tear-down-browser.ts',
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/test/*/**/*.test.ts'],
      testPathIgnorePatterns: ['<rootDir>/test/(adapters|deploy|domain|use-cases|console)/'],
      globalSetup: '<rootDir>/test/support/set-up.ts',
      globalTeardown: '<rootDir>/test/support/tear-down.ts',
    },
  ],
}

export default config
