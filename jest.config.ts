import type { Config } from 'jest'

type Project = Exclude<NonNullable<Config['projects']>[number], string>

const shared: Project = {
  testEnvironment: 'node',
  testRunner: '<rootDir>/test/support/runner/runner.ts',
  // Node.js takes the types away by itself.
  transform: {},
}

/**
 * Three parts, told apart by folder; each sets up what it needs and no more: the unit
 * tests nothing, the integration tests a database, the tests in a browser a browser beside it. A folder that is named
 * nowhere belongs to the integration tests.
 */
const config: Config = {
  // One more than cores: a third of the time a test waits for PostgreSQL or for a process it has started.
  maxWorkers: 3,
  // What the tests of a file have kept goes with the process: three of them came to 1.1 GB each.
  workerIdleMemoryLimit: '700MB',
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/test/*.test.ts',
        '<rootDir>/test/{adapters,deploy,domain,use-cases}/**/*.test.ts',
        '<rootDir>/test/console/*/**/*.test.ts',
      ],
    },
    {
      ...shared,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/console/*.test.ts'],
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
