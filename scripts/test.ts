import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Everything that has to be green, the quick checks first; the last line counts it all. */
const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'spindle-check-'))
const document = join(scratch, 'openapi.json')
const results = join(scratch, 'jest.json')

// The checker that is written in Go, four times as fast; what generates code needs the other one's API.
const typescript = 'node_modules/typescript-7/bin/tsc'

const checks: readonly (readonly [name: string, command: string, ...words: string[]])[] = [
  ['types', 'node', typescript, '--noEmit'],
  ['types of the console', 'node', typescript, '--noEmit', '-p', 'console'],
  ['types of the API in the console', 'node', 'scripts/write-api-types.ts', '--check'],
  ['format', 'biome', 'check', '--error-on-warnings', '.'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings', '.'],
  ['layers', 'depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'workers'],
  ['OpenAPI document', 'node', 'scripts/write-openapi.ts', document],
  ['OpenAPI lint', 'redocly', 'lint', '--config', 'redocly.yaml', document],
]

let passed = 0
let failed = 0
for (const [name, command, ...words] of checks) {
  const started = Date.now()
  const { status, stdout, stderr } = run(command, words, 'pipe')
  if (status === 0) passed++
  else failed++
  process.stdout.write(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
  )
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`)
}

const only = process.argv.slice(2)
run('jest', ['--config', 'jest.config.ts', '--json', '--outputFile', results, ...only], 'inherit')
const jest = readResults()
passed += jest.numPassedTests
failed += jest.numFailedTests + jest.numRuntimeErrorTestSuites
rmSync(scratch, { recursive: true, force: true })
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)

function run(command: string, words: readonly string[], output: 'pipe' | 'inherit') {
  return spawnSync(command, words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', output === 'inherit' ? 2 : 'pipe', output],
    env: {
      ...process.env,
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
  })
}

interface JestResults {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numRuntimeErrorTestSuites: number
}

function readResults(): JestResults {
  try {
    return JSON.parse(readFileSync(results, 'utf8')) as JestResults
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 1 }
  }
}
