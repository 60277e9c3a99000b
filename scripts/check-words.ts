import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commentsOf } from './words/comments.ts'
import { refusedOpening } from './words/openings.ts'

/** Refuses comments whose first words leave out their subject. Applied migrations are never edited, so they are skipped. */
const root = fileURLToPath(new URL('..', import.meta.url))
const patterns = ['*.ts', '*.tsx', '*.mjs', '*.css', 'migrations/functions/*.sql']
const files = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')

let refused = 0
for (const file of files)
  for (const { line, text } of commentsOf(readFileSync(join(root, file), 'utf8'))) {
    const opening = refusedOpening(text)
    if (opening === null) continue
    refused++
    process.stdout.write(
      `${file}:${line}: a comment begins with "${opening}". Begin with what it is about: ${text.slice(0, 100)}\n`,
    )
  }
if (refused > 0)
  process.stdout.write(`Refused comments: ${refused}. CONTRIBUTING.md, "Words", has the rule.\n`)
process.exitCode = refused === 0 ? 0 : 1
