import { runChecks } from './checks.ts'

/** Runs all checks, such as linters and type checks, without the tests. */
const { passed, failed } = runChecks()
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
