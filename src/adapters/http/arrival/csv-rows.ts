import { Readable } from 'node:stream'
import { CsvError, type Parser, parse } from 'csv-parse'
import { mostRecordsPerAppend } from '../../../domain/table/cell.ts'
import { mostColumns } from '../../../domain/table/header.ts'
import type { RowSource } from '../../../ports/arrival/row-source.ts'
import { checkedText } from './checked-text.ts'
import { csvFault } from './csv-fault.ts'

/** Longer than any honest row; what a quote that is never closed runs into. */
const longestRow = 1_000_000

/** A chunk may weigh so many characters; its rows may be 1,000,000 each. */
const heavy = 1_000_000

const longestChunkMs = 60_000

const delimiters = [',', ';', '\t', '|']
const mostToSniff = 64 * 1024

/** The rows of a CSV as it arrives: only a chunk of it is ever in memory. */
export class CsvRows implements RowSource {
  readonly #upload: Readable
  readonly #giveWay: () => Promise<void>
  #rows: AsyncGenerator<string[]> | null = null
  #isAtEnd = false

  /** `giveWay` is called after each chunk, because reading is work for which others would have to wait. */
  constructor(upload: Readable, giveWay: () => Promise<void>) {
    this.#upload = upload
    this.#giveWay = giveWay
  }

  async header(): Promise<readonly string[]> {
    this.#rows = this.#read()
    const first = await this.#inTime(this.#rows.next())
    if (first.done) throw csvFault('EMPTY', 'The file is empty; its first row must name the columns')
    return first.value
  }

  async *chunks(): AsyncIterable<readonly (readonly string[])[]> {
    for (;;) {
      const chunk = await this.#inTime(this.#next())
      if (chunk.length > 0) yield chunk
      if (this.#isAtEnd) return
      await this.#giveWay()
    }
  }

  async close(): Promise<void> {
    await this.#rows?.return(undefined)
  }

  /** As many rows as an append takes, or fewer that are heavy. */
  async #next(): Promise<readonly (readonly string[])[]> {
    if (this.#rows === null) throw new Error('The header comes first')
    const chunk: string[][] = []
    let weight = 0
    while (chunk.length < mostRecordsPerAppend && weight < heavy) {
      const { done, value: row } = await this.#rows.next()
      if (done) {
        this.#isAtEnd = true
        break
      }
      chunk.push(row)
      for (const cell of row) weight += cell.length
    }
    return chunk
  }

  /** Who sends a byte now and then would hold a place for an hour that others wait for. */
  async #inTime<Result>(work: Promise<Result>): Promise<Result> {
    const tooSlow = () => this.#upload.destroy(csvFault('TOO_SLOW', 'The file comes in too slowly'))
    const deadline = setTimeout(tooSlow, longestChunkMs)
    try {
      return await work
    } finally {
      clearTimeout(deadline)
    }
  }

  async *#read(): AsyncGenerator<string[]> {
    // Not destroyed when it is left half-way: the sender is still to read an answer.
    const text = checkedText(this.#upload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)
    try {
      const start = await startOf(text)
      const parser = parse({
        delimiter: delimiterOf(start.toString('utf8')),
        bom: true,
        skip_empty_lines: true,
        max_record_size: longestRow,
      })
      const source = Readable.from(whileNarrow(parser, withStart(start, text)), { objectMode: false })
      source.on('error', (error) => parser.destroy(error))
      yield* source.pipe(parser) as AsyncIterable<string[]>
    } catch (error) {
      throw faultOf(error)
    } finally {
      void text.return(undefined)
    }
  }
}

/** As much as it takes to see the whole first line. */
async function startOf(text: AsyncIterator<Buffer>): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  while (start.length < mostToSniff && !start.includes('\n')) {
    const next = await text.next()
    if (next.done) break
    start = Buffer.concat([start, next.value])
  }
  return start
}

async function* withStart(start: Buffer, rest: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  yield start
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/**
 * Refuses a row that has more cells than a table can have columns while it is being read: the parser bounds
 * the characters of a row, but not its empty cells, and a row of a gigabyte of commas took 2.4 GB.
 */
async function* whileNarrow(parser: Parser, text: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // What the parser has of the row under way; it is no part of its declared types.
  const { state } = parser as unknown as { state: { record: readonly string[] } }
  for await (const part of text) {
    if (state.record.length > mostColumns)
      throw csvFault(
        'TOO_MANY',
        `Line ${parser.info.lines} has more than ${mostColumns.toLocaleString('en')} cells`,
      )
    yield part
  }
}

/** The one that the first line uses most, outside of quotes. */
function delimiterOf(start: string): string {
  const [line = ''] = start.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n|\r/, 1)
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return uploadFault(error)
  const { lines } = error as CsvError & { lines: number }
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH': {
      const { record = [] } = error as CsvError & { record?: string[] }
      const cells = `${record.length} ${record.length === 1 ? 'cell' : 'cells'}`
      const wanted = /expect (\d+)/.exec(error.message)?.[1] ?? ''
      return csvFault('RAGGED', `Line ${lines} has ${cells}; the header has ${wanted}`)
    }
    case 'CSV_MAX_RECORD_SIZE':
    case 'CSV_QUOTE_NOT_CLOSED':
      return csvFault(
        'QUOTE',
        `A row that ends on line ${lines} or later does not end: a closing quote is missing`,
      )
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return csvFault(
        'QUOTE',
        `Line ${lines} has a quote in the middle of a cell; double it and quote the cell`,
      )
    default:
      return csvFault('WRONG_FORM', `Line ${lines} cannot be read as CSV`)
  }
}

/** What went wrong on the way here, before it was text. */
function uploadFault(error: unknown): unknown {
  const { code = '' } = error as { code?: string }
  if (code.startsWith('Z_')) return csvFault('WRONG_FORM', 'The compressed file is broken')
  const cutOff = ['ECONNRESET', 'ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)
  return cutOff ? csvFault('WRONG_FORM', 'The file ended early') : error
}
