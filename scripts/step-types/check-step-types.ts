import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stepTypes } from '../../src/use-cases/spinner/steps/step-types.ts'
import { stepTypeComparisons } from './step-type-comparisons.ts'

/**
 * Checks that code does not compare the type of a spinner's step with a type name, because it would silently
 * ignore new types. Code must use the step's capabilities, which every type defines. Applied migrations are
 * skipped, because they are never edited.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

const names = new Set(Object.keys(stepTypes))
const patterns = [
  'src/*.ts',
  'workers/*.ts',
  'console/src/*.ts',
  'console/src/*.tsx',
  'migrations/functions/*.sql',
]
const files = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
for (const file of files) {
  for (const { line, text } of stepTypeComparisons(file, readFileSync(join(root, file), 'utf8'), names)) {
    process.exitCode = 1
    process.stdout.write(
      `${file}:${line}: ${text}\n  compares the type of a step. Ask a capability of the step instead; docs/contribute/steps.md, "Capabilities", names them.\n`,
    )
  }
}
