import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './run-tool.ts'
import { makeScratch } from './scratch.ts'

type Check = readonly [name: string, command: string, ...words: string[]]

/**
 * The checks that run besides the tests. The generated types come first, because the type checks read them.
 */
const checksWith = (document: string): readonly Check[] => [
  ['types of the API for the console', 'node', 'scripts/write-api-types.ts'],
  ['format', 'biome', 'check', '--error-on-warnings', '.'],
  // Reports the errors of TypeScript 7 too, for the service and the console. Separate runs of its compiler would read and
  // check all files again, which takes 7 s of processor time.
  ['types and lint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings', '.'],
  ['words of comments and texts', 'node', 'scripts/check-words.ts'],
  ['texts and translations', 'node', 'scripts/languages/check-languages.ts'],
  ['types of steps', 'node', 'scripts/step-types/check-step-types.ts'],
  ['layers', 'depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'workers', 'console/src'],
  ['unused code', 'knip'],
  ['OpenAPI document', 'node', 'scripts/write-openapi.ts', document],
  ['OpenAPI lint', 'redocly', 'lint', '--config', 'redocly.yaml', document],
]

export interface Counts {
  readonly passed: number
  readonly failed: number
}

/** Runs every check besides the tests. Prints a line for each, and the output of a failing one. */
export function runChecks(): Counts {
  const scratch = makeScratch()
  try {
    const outcomes = checksWith(join(scratch, 'openapi.json')).map(passes)
    const passed = outcomes.filter(Boolean).length
    return { passed, failed: outcomes.length - passed }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function passes([name, command, ...words]: Check): boolean {
  const started = Date.now()
  const { status, stdout, stderr } = runTool(command, words, 'pipe')
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`)
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`)
  return status === 0
}
