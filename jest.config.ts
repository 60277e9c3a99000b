import type { Config } from 'jest'
import { restOfTests, testsAlone } from './test/support/runner/rest-of-tests.ts'

type Project = Exclude<NonNullable<Config['projects']>[number], string>

const shared: Project = {
  testEnvironment: 'node',
  testRunner: '<rootDir>/test/support/runner/runner.ts',
  // Turns off Jest's compilation of source files, because Node.js strips the TypeScript types itself.
  transform: {},
}

const inRest = restOfTests.map(({ files }) => `<rootDir>/test/${files}`)
const alone = testsAlone.map(({ files }) => `<rootDir>/test/${files}`)
const notInRest = restOfTests.map(({ files }) => `!**/test/${files}`)

/**
 * The five Jest projects of the tests. Unit tests set up nothing, integration tests a database, browser tests a
 * database and a browser. The projects `rest` and `alone` hold the files that `npm test` leaves out. A test folder that
 * no project names belongs to the integration tests.
 */
const config: Config = {
  // The number of test processes: twice the two cores of the machine that runs the tests. A test spends a third of its
  // time waiting for PostgreSQL, a browser or a process that it started. Three processes leave a sixth of the processor
  // time unused.
  maxWorkers: 4,
  // The memory above which Jest replaces a test process after a test file. Imported modules stay in memory and
  // would let the process grow to 1.1 GB.
  workerIdleMemoryLimit: '700MB',
  // Ends a test or a hook that hangs. Most of the slowest tests take 20 s on two quiet cores, and up to 100 s beside
  // other work on a slow machine. Tests that promise a time measure it themselves.
  testTimeout: 120_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/test/*.test.ts',
        '<rootDir>/test/{adapters,deploy,domain,use-cases}/**/*.test.ts',
        '<rootDir>/test/console/*.test.ts',
        '<rootDir>/test/console/!(pages)/**/*.test.ts',
        ...notInRest,
      ],
    },
    {
      ...shared,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/console/pages/**/*.test.ts', ...notInRest],
      globalSetup: '<rootDir>/test/support/browser/set-up-browser.ts',
      globalTeardown: '<rootDir>/test/support/browser/tear-down-browser.ts',
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/test/*/**/*.test.ts', ...notInRest],
      testPathIgnorePatterns: ['<rootDir>/test/(adapters|deploy|domain|use-cases|console)/'],
      globalSetup: '<rootDir>/test/support/set-up.ts',
      globalTeardown: '<rootDir>/test/support/tear-down.ts',
    },
    {
      ...shared,
      displayName: 'rest',
      testMatch: inRest,
      testPathIgnorePatterns: alone,
      globalSetup: '<rootDir>/test/support/browser/set-up-browser.ts',
      globalTeardown: '<rootDir>/test/support/browser/tear-down-browser.ts',
    },
    {
      ...shared,
      displayName: 'alone',
      testMatch: alone,
      globalSetup: '<rootDir>/test/support/set-up.ts',
      globalTeardown: '<rootDir>/test/support/tear-down.ts',
    },
  ],
}

export default config
