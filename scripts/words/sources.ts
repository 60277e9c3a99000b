import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The patterns of the files whose comments are checked. `schema.sql` is generated and has none. */
export const filesWithComments = ['*.ts', '*.tsx', '*.mjs', '*.css', 'migrations/*.sql'] as const

/** Returns the files in Git that match one of the patterns, with their text. */
export function sourcesOf(...patterns: readonly string[]): readonly { file: string; source: string }[] {
  const files = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
  return files
    .trim()
    .split('\n')
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
}
