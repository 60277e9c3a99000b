import { openApiText } from './generated/openapi-text.ts'
import { apiTextsOf } from './words/api-texts.ts'
import { commentsOf } from './words/comments.ts'
import { paragraphsOf } from './words/documents.ts'
import { gapsIn } from './words/gaps.ts'
import { refusedOpening } from './words/openings.ts'
import { refusedName } from './words/refused-names.ts'
import { mayHaveRefusedWords, type RefusedWords, refusedWords, type TextKind } from './words/refused-words.ts'
import { sourceTextsOf } from './words/source-texts.ts'
import { filesWithComments, sourcesOf } from './words/sources.ts'

/**
 * Refuses comments and API texts with a sentence whose first words leave out its subject, API descriptions of
 * fewer than four words, and refused words in texts of screens, of the API and of errors, in comments and in
 * documents, and refused names in code. Refuses an OpenAPI document that lacks a description of a field, a parameter or a named schema, or an
 * example of a body or a named object.
 */
let refused = 0
for (const { file, source } of sourcesOf(...filesWithComments))
  for (const { line, text } of commentsOf(source)) {
    refuseOpening(`${file}:${line}: a comment`, text)
    // Dated migrations are never changed, not even their comments.
    if (!file.startsWith('migrations/2')) refuseWords(`${file}:${line}: a comment`, text, 'prose')
  }
for (const { file, source } of sourcesOf('*.ts', '*.tsx', '*.mjs'))
  if (!/refused-names|words\.test/.test(file) && refusedName(source) !== null)
    for (const [index, line] of source.split('\n').entries())
      refuseFound(`${file}:${index + 1}: a line`, refusedName(line), line)
for (const { file, source } of sourcesOf('*.md'))
  for (const { line, text } of paragraphsOf(source))
    refuseWords(`${file}:${line}: a paragraph`, text, 'prose')
const document = JSON.parse(await openApiText()) as Readonly<Record<string, unknown>>
for (const { kind, text } of apiTextsOf(document)) {
  refuseOpening(`OpenAPI document: a ${kind}`, text)
  refuseWords(`OpenAPI document: a ${kind}`, text, 'text')
  if (kind === 'description' && text.split(/\s+/).length < 4)
    refuse(`OpenAPI document: a description has fewer than four words: ${text}`)
}
for (const { place, lacks } of gapsIn(document)) refuse(`OpenAPI document: ${place} lacks ${lacks}`)
refuseWordsIn('screen', 'console/src/*.ts', 'console/src/*.tsx')
refuseWordsIn('text', 'src/*.ts', 'workers/*.ts')
if (refused > 0) process.stdout.write(`Refused texts: ${refused}. CONTRIBUTING.md, "Words", has the rule.\n`)
process.exitCode = refused === 0 ? 0 : 1

function refuseWordsIn(kind: 'screen' | 'text', ...patterns: string[]): void {
  for (const { file, source } of sourcesOf(...patterns))
    if (mayHaveRefusedWords(source, kind))
      for (const { line, text } of sourceTextsOf(file, source))
        refuseWords(`${file}:${line}: a text`, text, kind)
}

function refuseOpening(place: string, text: string): void {
  const opening = refusedOpening(text)
  if (opening !== null)
    refuse(
      `${place} has a sentence that begins with "${opening}". Begin it with its subject: ${text.slice(0, 200)}`,
    )
}

function refuseWords(place: string, text: string, kind: TextKind): void {
  refuseFound(place, refusedWords(text, kind), text)
}

function refuseFound(place: string, found: RefusedWords | null, text: string): void {
  if (found !== null) refuse(`${place} has "${found.words}". ${found.instead} ${text.slice(0, 100)}`)
}

function refuse(message: string): void {
  refused++
  process.stdout.write(`${message}\n`)
}
