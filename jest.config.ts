import type { Config } from 'jest'

const compiled = (jsc: object) => ({ jsc: { target: 'es2024', ...jsc }, module: { type: 'es6' } })

const config: Config = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.ts$': ['@swc/jest', compiled({ parser: { syntax: 'typescript' } })],
    '\\.tsx$': [
      '@swc/jest',
      compiled({
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      }),
    ],
  },
  // What the console says of steps stands beside how it shows them.
  moduleNameMapper: { '\\.module\\.css$': '<rootDir>/test/support/no-styles.ts' },
  globalSetup: './test/support/set-up.ts',
  globalTeardown: './test/support/tear-down.ts',
  maxWorkers: 2,
  testTimeout: 30_000,
}

export default config
