import { describe, expect, it } from '@jest/globals'
import { apiTextsOf } from '../scripts/words/api-texts.ts'
import { commentsOf } from '../scripts/words/comments.ts'
import { paragraphsOf } from '../scripts/words/documents.ts'
import { gapsIn } from '../scripts/words/gaps.ts'
import { refusedOpening } from '../scripts/words/openings.ts'
import { refusedName } from '../scripts/words/refused-names.ts'
import { mayHaveRefusedWords, refusedWords } from '../scripts/words/refused-words.ts'
import { sourceTextsOf } from '../scripts/words/source-texts.ts'

describe('the check of words', () => {
  it('reads comments in blocks, lines, SQL, markup and after code', () => {
    const source = [
      '/** One line. */',
      'const a = 1 // After code.',
      '/**',
      ' * Several',
      ' * lines.',
      ' */',
      '  // Two lines',
      '  // of one comment.',
      '  {/* In markup. */}',
      '-- In SQL.',
    ].join('\n')
    expect(commentsOf(source)).toEqual([
      { line: 1, text: 'One line.' },
      { line: 2, text: 'After code.' },
      { line: 3, text: 'Several lines.' },
      { line: 7, text: 'Two lines of one comment.' },
      { line: 9, text: 'In markup.' },
      { line: 10, text: 'In SQL.' },
    ])
  })

  it('skips directives, URLs and slashes in strings', () => {
    const source = [
      '// biome-ignore lint/a11y/useSemanticElements: a reason',
      "const url = 'https://example.com'",
      "const path = ' // no comment'",
      '--! include one_plan',
      '------ This is a copy of the message. ------',
      '--part',
    ].join('\n')
    expect(commentsOf(source)).toEqual([])
  })

  it('reads summaries and descriptions of an OpenAPI document, but not fields of these names or examples', () => {
    const document = {
      info: { description: 'The API of the service.' },
      schema: {
        description: 'A data table.',
        properties: { description: { description: 'A note about the table.' }, summary: { type: 'string' } },
        example: { description: 'Leads of May' },
      },
      paths: { '/tables': { get: { summary: 'List the data tables' } } },
    }
    expect(apiTextsOf(document)).toEqual([
      { kind: 'description', text: 'The API of the service.' },
      { kind: 'description', text: 'A data table.' },
      { kind: 'description', text: 'A note about the table.' },
      { kind: 'summary', text: 'List the data tables' },
    ])
  })

  it.each([
    ['What a sender is told.', 'What'],
    ['One that is ready is waited for.', 'One that'],
    ['The same as it is looked at.', 'The same'],
    ['Not destroyed when it is left half-way.', 'Not'],
    ['Returns the slices. Such slices are not read.', 'Such'],
    ['Returns the key (null if there is none). By then it is cached.', 'By'],
    ['Deletes old sessions. (Only an owner may do so.)', 'Only'],
    ['Throws "The key is unknown." That key may be revoked.', 'That'],
    ['Has two paragraphs without a point\n\nUntil then nothing is sent.', 'Until'],
    ['Reads the part `a.b`. As text it is short.', 'As'],
    ['The limit is 3. With more, the request fails.', 'With'],
  ])('refuses "%s", which leaves out its subject', (text, opening) => {
    expect(refusedOpening(text)).toBe(opening)
  })

  it.each([
    'Returns the records of a table.',
    'Notes are deleted after 30 days.',
    'Whether a sender is paused.',
    'Asks the provider again after a minute.',
    'Refuses other openings, e.g. As or cf. By.',
    'Answers with `Refused. Only admins may.` and "Sorry. Not now." if the role is too low.',
    'Does this: 1. By day, a check. 2. With a key, a read.',
    'Takes one of these values: - Only new records. - All records.',
    'Sends what is due. Whether it arrives is unknown.',
    'Imports node.js and v1.Only.',
  ])('accepts "%s"', (text) => {
    expect(refusedOpening(text)).toBeNull()
  })
  it('finds fields, parameters and schemas of an OpenAPI document without a description', () => {
    const document = {
      paths: {
        '/tables': {
          get: {
            parameters: [
              { name: 'limit', description: 'The largest number of items on the page.' },
              { name: 'cursor', schema: { type: 'string' } },
            ],
            responses: {},
          },
        },
      },
      components: {
        schemas: {
          Name: { type: 'string' },
          Table: {
            description: 'A table of records.',
            type: 'object',
            properties: {
              id: { type: 'string', description: 'The id of the table, a UUID.' },
              name: { type: 'string' },
              owner: { $ref: '#/components/schemas/Owner' },
              properties: {
                description: 'The properties of the table, by name.',
                properties: { colour: { type: 'string' } },
              },
            },
            examples: [{ id: '1', properties: { colour: 'red', size: 3 } }],
          },
        },
      },
    }
    expect(gapsIn(document)).toEqual([
      { place: '/components/schemas/Table/properties/name', lacks: 'a description' },
      { place: '/components/schemas/Table/properties/properties/properties/colour', lacks: 'a description' },
      { place: '/paths//tables/get/parameters/1', lacks: 'a description' },
      { place: '/components/schemas/Name', lacks: 'a description' },
    ])
  })

  it('finds bodies and named objects of an OpenAPI document without an example', () => {
    const schema = { type: 'string' }
    const document = {
      paths: {
        '/tables': {
          post: {
            requestBody: { content: { 'application/json': { schema, example: 'Leads' } } },
            responses: {
              200: { content: { 'application/json': { schema } } },
              204: { description: 'The response has no body.' },
              400: { content: { 'application/json': { schema, examples: { long: { value: 'Too long' } } } } },
            },
          },
        },
      },
      components: {
        schemas: {
          Name: { description: 'A name for people.', type: 'string' },
          Owner: { description: 'The owner of a table.', type: ['object', 'null'] },
          Table: { description: 'A table of records.', type: 'object', examples: [{}] },
        },
      },
    }
    expect(gapsIn(document)).toEqual([
      { place: '/paths//tables/post/200/application/json', lacks: 'an example' },
      { place: '/components/schemas/Owner', lacks: 'an example' },
    ])
  })

  it('reads texts of screens: content of markup, literals of several words and capitalized words', () => {
    const source = [
      "import { a } from './of itself.ts'",
      "const kind: 'goes on' | 'b' = 'held'",
      'const title = `Retry the other ${left}`',
      "const label = 'Branch'",
      'export const page = (',
      '  <Button className="quiet big" aria-label="Delete spinner">',
      '    The job <b>{name}</b>',
      "    {' '}is paused.",
      '  </Button>',
      ')',
    ].join('\n')
    expect(sourceTextsOf('page.tsx', source)).toEqual([
      { line: 3, text: 'Retry the other {…}' },
      { line: 4, text: 'Branch' },
      { line: 7, text: 'The job {…} is paused.' },
      { line: 6, text: 'Delete spinner' },
    ])
  })

  it('reads texts of errors, but not SQL statements', () => {
    const source = [
      "throw new DomainError('NOT_FOUND', { message: 'The sender does not exist' })",
      'await db.raw("select outcome from inbound_facts where at < ?", [at])',
    ].join('\n')
    expect(sourceTextsOf('find.ts', source)).toEqual([
      { line: 1, text: 'NOT_FOUND' },
      { line: 1, text: 'The sender does not exist' },
    ])
  })

  it.each([
    ['Mend the cell, then retry.', 'Mend'],
    ['The job goes on by itself.', 'goes on'],
    ['Discard those that do not fit.', 'those that'],
    ['Ask whoever runs\nthe server.', 'whoever'],
    ['The messages are on their way.', 'on their way'],
  ])('refuses "%s" in every text', (text, words) => {
    expect([refusedWords(text, 'text')?.words, refusedWords(text, 'screen')?.words]).toEqual([words, words])
    expect(mayHaveRefusedWords(text, 'text')).toBe(true)
  })

  it.each([
    ['Events of a runtime that hears of jobs.', 'hears of'],
    ['Writes the entries that tell of it.', 'tell of'],
    ['Waits until somebody decides.', 'somebody'],
    ['Anybody can send such a mail.', 'Anybody'],
    ['The index is built anew.', 'anew'],
    ['No runtime works on it any\nmore.', 'any\nmore'],
    ['Locks the account, whoever asks.', 'whoever'],
  ])('refuses "%s" in comments and documents, too', (text, words) => {
    const found = (['prose', 'text', 'screen'] as const).map((kind) => refusedWords(text, kind)?.words)
    expect(found).toEqual([words, words, words])
  })

  it('accepts other words of the code in comments and documents', () => {
    expect(refusedWords('The runtime is told to go on.', 'prose')).toBeNull()
  })

  it('reads paragraphs of documents, but not blocks of code', () => {
    const source = ['# Jobs', '', 'A job runs once.', '```sh', 'echo anew', '```', '| state |'].join('\n')
    expect(paragraphsOf(source)).toEqual([
      { line: 1, text: '# Jobs' },
      { line: 3, text: 'A job runs once.' },
      { line: 7, text: '| state |' },
    ])
  })

  it.each([
    ['No mapping for this shape', 'shape'],
    ['An arm of a split', 'arm'],
    ['No runtime is running', 'runtime'],
    ['Map a sample delivery', 'delivery'],
    ['Everybody has set it up.', 'Everybody'],
    ['This sender was paused by hand', 'by hand'],
    ['Reject requests that lack columns', 'Reject'],
    ['The row has a stray quote', 'stray'],
    ['No matching arrivals yet', 'No matching arrivals yet'],
    ['Erased digests of the match columns', 'digests'],
  ])('refuses "%s" on screens only', (text, words) => {
    expect([refusedWords(text, 'text'), refusedWords(text, 'screen')?.words]).toEqual([null, words])
    expect(mayHaveRefusedWords(text, 'text')).toBe(false)
  })

  it.each([
    'The field `shape` holds it.',
    'Choose “View deliveries”.',
    'Recommended columns',
    'on-the-way.css',
    'Armenia',
  ])('accepts the words of "%s"', (text) => {
    expect(refusedWords(text, 'screen')).toBeNull()
  })

  it.each([
    ['const mostNames = 6', 'mostNames'],
    ['wait(longestWaitMs)', 'longestWaitMs'],
    ['const found = mostSimilar(name, usualNames)', 'usualNames'],
    ['readonly #leastSent: number', 'leastSent'],
    ['const kept = 1', 'kept'],
    ['readonly askedTables: string[]', 'askedTables'],
    ['const isTold = true', 'isTold'],
  ])('refuses a name of "%s"', (code, name) => {
    expect(refusedName(code)?.words).toBe(name)
  })

  it.each([
    'const maxNames = 6',
    'this.#leastUseful()',
    'areMostRefused',
    'an almost Empty line',
    'const threshold = 1',
    'const isMasked = true',
    "setText('kept')",
  ])('accepts the names of "%s"', (code) => {
    expect(refusedName(code)).toBeNull()
  })

  it('says what to write instead of refused words', () => {
    expect(refusedWords('Try any more.', 'text')).toEqual({
      words: 'any more',
      instead: 'Write "no longer".',
    })
  })
})
