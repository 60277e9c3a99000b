import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApiText } from './openapi-text.ts'
import { apiTextsOf } from './words/api-texts.ts'
import { commentsOf } from './words/comments.ts'
import { gapsIn } from './words/gaps.ts'
import { refusedOpening } from './words/openings.ts'

/**
 * Refuses comments and API texts whose first words leave out their subject, and API descriptions of fewer than four
 * words. Refuses an OpenAPI document that lacks a description of a field, a parameter or a named schema, or an example
 * of a body or a named object. Applied migrations are never edited, so they are skipped.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const patterns = ['*.ts', '*.tsx', '*.mjs', '*.css', 'migrations/functions/*.sql']
const files = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')

let refused = 0
for (const file of files)
  for (const { line, text } of commentsOf(readFileSync(join(root, file), 'utf8')))
    refuseOpening(`${file}:${line}: a comment`, text)
const document = JSON.parse(await openApiText()) as Readonly<Record<string, unknown>>
for (const { kind, text } of apiTextsOf(document)) {
  refuseOpening(`OpenAPI document: a ${kind}`, text)
  if (kind === 'description' && text.split(/\s+/).length < 4)
    refuse(`OpenAPI document: a description has fewer than four words: ${text}`)
}
for (const { place, lacks } of gapsIn(document)) refuse(`OpenAPI document: ${place} lacks ${lacks}`)
if (refused > 0) process.stdout.write(`Refused texts: ${refused}. CONTRIBUTING.md, "Words", has the rule.\n`)
process.exitCode = refused === 0 ? 0 : 1

function refuseOpening(place: string, text: string): void {
  const opening = refusedOpening(text)
  if (opening !== null)
    refuse(`${place} begins with "${opening}". Begin with what it is about: ${text.slice(0, 100)}`)
}

function refuse(message: string): void {
  refused++
  process.stdout.write(`${message}\n`)
}
