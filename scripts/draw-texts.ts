import { createHash } from 'node:crypto'
import { openApiText } from './generated/openapi-text.ts'
import { apiTextsOf } from './words/api-texts.ts'
import { commentsOf } from './words/comments.ts'
import { sourceTextsOf } from './words/source-texts.ts'
import { filesWithComments, sourcesOf } from './words/sources.ts'

/**
 * Prints 60 comments, 60 API descriptions and 40 screen texts that a seed draws. A reader who has not seen the
 * code then says for each what it is about, what it does and what follows; 155 of 160 should be answered rightly.
 */
const [seed = '1'] = process.argv.slice(2)

const comments = sourcesOf(...filesWithComments).flatMap(({ source }) =>
  commentsOf(source).map(({ text }) => text),
)
const descriptions = apiTextsOf(JSON.parse(await openApiText()))
  .filter(({ kind }) => kind === 'description')
  .map(({ text }) => text)
const screens = sourcesOf('console/src/*.ts', 'console/src/*.tsx').flatMap(({ file, source }) =>
  sourceTextsOf(file, source).map(({ text }) => text),
)
print('comment', drawn(comments.filter(hasSeveralWords), 60))
print('API description', drawn(descriptions, 60))
print('screen text', drawn(screens.filter(isSentenceOrLabel), 40))

function drawn(texts: readonly string[], count: number): readonly string[] {
  return [...new Set(texts)]
    .map((text) => ({ text, order: createHash('sha256').update(`${seed}${text}`).digest('hex') }))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, count)
    .map(({ text }) => text.replaceAll(/\s+/g, ' '))
}

function hasSeveralWords(text: string): boolean {
  return /\s/.test(text)
}

/** Returns whether a text of the console's source is text of at least three words, and not CSS or a class name. */
function isSentenceOrLabel(text: string): boolean {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  return words.length > 2 && /^[\p{Lu}…{]/u.test(text) && !/calc\(|var\(/.test(text)
}

function print(kind: string, texts: readonly string[]): void {
  for (const [index, text] of texts.entries()) process.stdout.write(`${kind} ${index + 1}: ${text}\n`)
}
