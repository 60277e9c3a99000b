import { Readable } from 'node:stream'
import { CsvError, type InfoRecord, type Options, type Parser, parse } from 'csv-parse'
import {
  type Delimiter,
  delimiters,
  type FileOptions,
} from '../../../../domain/arrival/import/file-options.ts'
import {
  type FileRow,
  type FileWarning,
  type RowFault,
  raggedRow,
} from '../../../../domain/arrival/import/row-fault.ts'
import { maxColumns } from '../../../../domain/table/header.ts'
import type { RowSource } from '../../../../ports/arrival/imports.ts'
import { piped } from '../../../streams/stream-errors.ts'
import type { FileBytes } from '../../request/body/file-bytes.ts'
import { faultOfLine, fileFault } from '../../request/body/file-fault.ts'
import { checkedText } from './checked-text.ts'
import { decodedText } from './encoding.ts'
import { isWellQuoted } from './quotes.ts'
import { maxRowLength, RowChunks } from './row-chunks.ts'
import { delimiterOfSeparatorLine } from './separator-line.ts'

const maxSniffedBytes = 64 * 1024

export interface CsvOptions extends Pick<FileOptions, 'encoding' | 'delimiter'> {
  /** Whether the rows of a CSV are returned with their faults instead of being refused. */
  readonly tellsFaults: boolean
  /** Called after each chunk of a CSV to let other requests go first. */
  readonly yieldToOthers: () => Promise<void>
}

/**
 * `CsvRows` reads the rows of a CSV while it is uploaded. The memory holds only one chunk of the file at a
 * time.
 */
export class CsvRows implements RowSource {
  readonly #file: FileBytes
  readonly #options: CsvOptions
  #chunks: AsyncGenerator<readonly FileRow[]> | null = null
  #warnings: readonly FileWarning[] = []

  constructor(file: FileBytes, options: CsvOptions) {
    this.#file = file
    this.#options = options
  }

  async header(): Promise<readonly string[]> {
    this.#chunks = this.#read()
    const next = await this.#file.inTime(this.#chunks.next())
    const [first] = next.done === true ? [] : next.value
    if (first === undefined)
      throw fileFault('EMPTY', 'The file is empty; its first row must name the columns')
    const { cells, line, fault } = first
    if (fault !== null) throw faultOfLine(line, fault)
    return cells
  }

  get warnings(): readonly FileWarning[] {
    return this.#warnings
  }

  async *chunks(): AsyncIterable<readonly FileRow[]> {
    if (this.#chunks === null) throw new Error('The header of the file must be read before its rows')
    for (;;) {
      const { done, value: chunk } = await this.#file.inTime(this.#chunks.next())
      if (done === true) return
      yield chunk
      await this.#options.yieldToOthers()
    }
  }

  async close(): Promise<void> {
    await this.#chunks?.return(undefined)
    await this.#file.close()
  }

  /** Reads the file as chunks of rows, of which the first holds only the header. */
  async *#read(): AsyncGenerator<readonly FileRow[]> {
    const { encoding = 'utf-8', tellsFaults } = this.#options
    const bytes = this.#file.read()
    const isChecked = encoding === 'utf-8' && !tellsFaults
    const text = isChecked ? checkedText(bytes) : decodedText(bytes, encoding)
    try {
      const start = await startOf(text)
      const named = delimiterOfSeparatorLine(start.toString('utf8'))
      if (named !== null) this.#warnings = [separatorLine]
      const rows = new RowReader({ encoding, tellsFaults, isChecked })
      const parser = parse({
        delimiter: this.#options.delimiter ?? named ?? delimiterOf(start.toString('utf8')),
        from_line: named === null ? 1 : 2,
        bom: true,
        skip_empty_lines: true,
        max_record_size: maxRowLength,
        // Returns chunks of rows. Passing each row through the streams by itself took a third of the CPU time of
        // reading a CSV.
        on_record: (record: Parsed, { lines }: InfoRecord) => rows.read(record, lines),
        // Stops the parser while a finished chunk is not yet taken.
        readableHighWaterMark: 1,
        relax_column_count: tellsFaults,
        relax_quotes: tellsFaults,
        raw: tellsFaults,
      } as unknown as Options)
      const narrow = whileNarrow(parser, withStart(start, text))
      yield* piped(Readable.from(narrow, { objectMode: false }), parser) as AsyncIterable<readonly FileRow[]>
      const rest = rows.chunks.takeRest()
      if (rest.length > 0) yield rest
    } catch (error) {
      throw faultOf(error)
    } finally {
      void text.return(undefined)
    }
  }
}

const separatorLine = {
  code: 'SEPARATOR_LINE',
  message:
    'The first line ("sep=") names the delimiter and is skipped; the second line is used as the header',
} as const

/** A parsed row of a CSV; with its raw text too if faults are reported. */
type Parsed = readonly string[] | { readonly record: readonly string[]; readonly raw: string }

/** `RowReader` makes chunks of the rows of a CSV and adds to each row the fault that it has. */
class RowReader {
  readonly chunks = new RowChunks()
  readonly #encoding: string
  readonly #tellsFaults: boolean
  /** Whether `checkedText` has already checked the encoding of the whole CSV, so that rows need no check. */
  readonly #isChecked: boolean
  #wanted: number | null = null

  constructor(options: {
    readonly encoding: string
    readonly tellsFaults: boolean
    readonly isChecked: boolean
  }) {
    this.#encoding = options.encoding
    this.#tellsFaults = options.tellsFaults
    this.#isChecked = options.isChecked
  }

  /** Reads a row. Returns the chunk that the row completes; null if the chunk has room for more rows. */
  read(record: Parsed, line: number): readonly FileRow[] | null {
    const { record: cells, raw } = 'raw' in record ? record : { record, raw: '' }
    const isHeader = this.#wanted === null
    this.#wanted ??= cells.length
    const fault = this.#isChecked ? null : this.#faultOf(cells, raw)
    if (fault !== null && !this.#tellsFaults) throw faultOfLine(line, fault)
    const row = { cells, line, fault }
    return isHeader ? [row] : this.chunks.add(row)
  }

  #faultOf(cells: readonly string[], raw: string): RowFault | null {
    if (cells.some((cell) => cell.includes('\uFFFD'))) {
      const message = `has characters that are not ${this.#encoding.toUpperCase()}; choose another encoding for the file`
      return { code: 'ENCODING', message, column: null, isRefused: true }
    }
    if (cells.some((cell) => cell.includes('\0')))
      return { code: 'ENCODING', message: 'holds a NUL character', column: null, isRefused: true }
    if (cells.some((cell) => cell.includes('"')) && !isWellQuoted(raw)) {
      const message = 'has a quote in the middle of a cell; double it and quote the cell'
      return { code: 'QUOTE', message, column: null, isRefused: true }
    }
    return cells.length === this.#wanted ? null : raggedRow(cells.length, this.#wanted ?? 0)
  }
}

/** Reads the start of a CSV until its first line is complete, up to 64 KiB. */
async function startOf(text: AsyncIterator<Buffer>): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  while (start.length < maxSniffedBytes && !start.includes('\n')) {
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
 * Refuses a row with more cells than a table can have columns while the row is still being read. The parser
 * limits the characters of a row but not its empty cells: a row of a gigabyte of commas took 2.4 GB of
 * memory.
 */
async function* whileNarrow(parser: Parser, text: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // Casts the CSV parser to a type with its `state`, which holds the unfinished row but is missing from its
  // declared types.
  const { state } = parser as unknown as { state: { record: readonly string[] } }
  for await (const part of text) {
    if (state.record.length > maxColumns)
      throw fileFault(
        'TOO_MANY',
        `Line ${parser.info.lines} has more than ${maxColumns.toLocaleString('en')} cells`,
      )
    yield part
  }
}

/** Returns the delimiter that the first line of a CSV uses most outside of quotes. */
export function delimiterOf(start: string): Delimiter {
  const [line = ''] = start.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n|\r/, 1)
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const { lines } = error as CsvError & { lines: number }
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH': {
      const { record = [] } = error as CsvError & { record?: string[] }
      const wanted = Number(/expect (\d+)/.exec(error.message)?.[1])
      return faultOfLine(lines, raggedRow(record.length, wanted))
    }
    case 'CSV_MAX_RECORD_SIZE':
    case 'CSV_QUOTE_NOT_CLOSED':
      return fileFault(
        'QUOTE',
        `A row that ends on line ${lines} or later does not end: a closing quote is missing`,
      )
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return fileFault(
        'QUOTE',
        `Line ${lines} has a quote in the middle of a cell; double it and quote the cell`,
      )
    default:
      return fileFault('WRONG_FORM', `Line ${lines} cannot be read as CSV`)
  }
}
