import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stepTypes } from '../../src/use-cases/spinner/steps/step-types.ts'
import { stepTypeComparisons } from './step-type-comparisons.ts'

/**
 * Refuses code that compares the type of a step with a name. Such code ignores a new type of step silently. It
 * asks the step's capabilities instead, which every type must answer. Applied migrations are never edited, so
 * they are skipped.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Files whose SQL reads `wait` and `condition` of versions that store no facts about their steps. No type is
 * added to them: such versions have only steps of the types for which `isPlain` is true.
 */
const readsPlainVersions: ReadonlySet<string> = new Set([
  'migrations/functions/job/slice/give_back_slice.sql',
  'src/adapters/postgres/job/job-queries.ts',
])

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
  if (readsPlainVersions.has(file)) continue
  for (const { line, text } of stepTypeComparisons(file, readFileSync(join(root, file), 'utf8'), names)) {
    process.exitCode = 1
    process.stdout.write(
      `${file}:${line}: ${text}\n  compares the type of a step. Ask a capability of the step instead; docs/steps.md, "Capabilities", names them.\n`,
    )
  }
}
