import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Counts, runChecks } from './checks.ts'
import { runTool } from './run-tool.ts'
import { makeScratch } from './scratch.ts'

/** The Jest projects of `npm test`; `npm run test:rest` runs the projects with all other test files. */
const projects = ['unit', 'integration', 'browser']

/**
 * Runs the checks and then the tests of `npm test`. If words for Jest are given (a file, `-t NAME`,
 * `--selectProjects unit`), runs the tests that they select among all, and no checks. The last line counts
 * everything.
 */
const words = inOrder(process.argv.slice(2))
const isWhole = words.length === 0
const nothing: Counts = { passed: 0, failed: 0 }
const checks = isWhole ? runChecks() : nothing
const tests = runTests(isWhole ? ['--selectProjects', ...projects] : words)
const alone =
  words.join(' ') === '--selectProjects rest'
    ? runTests(['--runInBand', '--selectProjects', 'alone'])
    : nothing
const failed = checks.failed + tests.failed + alone.failed
process.stdout.write(`${checks.passed + tests.passed + alone.passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)

/**
 * Returns Jest's words with `--selectProjects` last, because Jest takes every word after it for the name of a
 * project.
 */
function inOrder(given: readonly string[]): readonly string[] {
  const at = given.indexOf('--selectProjects')
  return at === -1 ? given : [...given.slice(at + 2), ...given.slice(at, at + 2)]
}

function runTests(selection: readonly string[]): Counts {
  const scratch = makeScratch()
  const results = join(scratch, 'jest.json')
  const { status } = runTool('jest', ['--json', '--outputFile', results, ...selection], 'inherit')
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = read(results)
  rmSync(scratch, { recursive: true, force: true })
  const failures = numFailedTests + numRuntimeErrorTestSuites
  // Reports at least one failure if Jest failed without a failing test, for example if no file matches or a
  // server does not start.
  return { passed: numPassedTests, failed: status === 0 ? failures : Math.max(1, failures) }
}

interface JestResults {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numRuntimeErrorTestSuites: number
}

function read(path: string): JestResults {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as JestResults
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 1 }
  }
}
