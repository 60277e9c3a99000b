import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { OperationRefused } from '../../adapters/postgres/job/restore/operation-refused.ts'
import { piped, withErrorsHandled } from '../../adapters/streams/stream-errors.ts'

/**
 * The header of a backup. A backup is SQL, compressed by zstd: a `copy` for each table, and in comments the
 * data to restore and to check it. So a backup can be read without this service (`zstd -dc FILE | less`).
 */
export interface BackupHeader {
  readonly format: 1
  /** The version of Spindle that took the backup. */
  readonly version: string
  readonly postgres: string
  /** The time of the backup. Everything that was committed before it is included. */
  readonly takenAt: string
  /** The dated migration files that were applied to the database of the backup. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[]
  /** The names of the keys that encrypt the database's secrets; `session` is SESSION_SECRET. */
  readonly keys: readonly string[]
  readonly tables: readonly string[]
}

/** A file of DATA_DIR that the backup includes. */
export interface StoredFile {
  readonly file: string
  readonly text: string
}

export interface TableFigures {
  readonly table: string
  readonly rows: number
  readonly sha256: string
}

interface Closing {
  readonly tables: number
  readonly rows: number
}

/**
 * The parts of a backup file in their order. A reader has to read all rows of a table before it requests the
 * next part.
 */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'file'; readonly file: StoredFile }
  | { readonly kind: 'table'; readonly copy: string; readonly rows: AsyncIterable<Buffer> }
  | { readonly kind: 'figures'; readonly figures: TableFigures }
  | { readonly kind: 'statement'; readonly statement: string }
  | { readonly kind: 'end'; readonly closing: Closing }

const title = '-- A backup of Spindle. Restore it with: npm run admin -- restore FILE\n'
const marks = { header: '-- header ', file: '-- file ', figures: '-- figures ', end: '-- end ' } as const
/**
 * The line that ends the rows of a table. A row never holds a single backslash, so no row looks like this
 * line.
 */
const endOfRows = Buffer.from('\\.\n')
const newline = 10

async function* textOf(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
  yield Buffer.from(title)
  for await (const part of parts) {
    if (part.kind === 'statement') yield Buffer.from(`${part.statement};\n`)
    else if (part.kind === 'table') {
      yield Buffer.from(`${part.copy} from stdin;\n`)
      yield* part.rows
      yield endOfRows
    } else yield Buffer.from(`${marks[part.kind]}${JSON.stringify(contentOf(part))}\n`)
  }
}

function contentOf(part: Extract<BackupPart, { kind: keyof typeof marks }>): object {
  if (part.kind === 'header') return part.header
  if (part.kind === 'file') return part.file
  return part.kind === 'figures' ? part.figures : part.closing
}

/**
 * Writes a backup file that only its owner can read. The file has another name until it is complete, so an
 * interrupted backup is never taken for a whole one. The name contains a random id, so two backups with one `path`
 * never write to the same file; the backup that is complete later is refused.
 */
export async function writeBackup(path: string, parts: AsyncIterable<BackupPart>): Promise<void> {
  if (existsSync(path)) throw alreadyExists(path)
  const draft = `${path}.${randomUUID()}.partial`
  try {
    await pipeline(
      Readable.from(textOf(parts)),
      createZstdCompress(),
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    )
    await moveToUnusedPath(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * Renames a file, or throws if a file has the new path already. Creates an empty file first, because a rename alone
 * would replace a file that another process has put there meanwhile, and not every file system has hard links. A
 * process that is killed between the two steps leaves the empty file, which is no valid backup.
 */
async function moveToUnusedPath(from: string, to: string): Promise<void> {
  try {
    await (await open(to, 'wx', 0o600)).close()
  } catch (error) {
    throw (error as { code?: string }).code === 'EEXIST' ? alreadyExists(to) : error
  }
  try {
    await rename(from, to)
  } catch (error) {
    await rm(to, { force: true })
    throw error
  }
}

function alreadyExists(path: string): OperationRefused {
  return new OperationRefused(`The file ${path} already exists; use another name.`)
}

/** Reads the parts of a backup file one after the other, without holding the file in memory. */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  if (!existsSync(path)) throw new OperationRefused(`The file ${path} does not exist.`)
  const source = withErrorsHandled(createReadStream(path))
  const text = piped(source, createZstdDecompress())
  const lines = new Lines(text)
  try {
    if ((await lines.next()) !== title.trimEnd()) throw notABackup(path)
    for (let line = await lines.next(); line !== null; line = await lines.next()) {
      const part = partOf(line, lines)
      yield part
      if (part.kind === 'end') return
    }
  } catch (error) {
    throw /^(Z_|ZSTD_|ERR_ZLIB|ERR_.*ZSTD)/.test((error as { code?: string }).code ?? '')
      ? notABackup(path, error)
      : error
  } finally {
    source.destroy()
    text.destroy()
  }
  throw new OperationRefused(`${path} is incomplete: the backup or a copy of the file was interrupted.`)
}

function notABackup(path: string, cause?: unknown): OperationRefused {
  const message = `${path} is not a backup of \`npm run admin -- backup\`, or the file is damaged.`
  return new OperationRefused(message, { cause })
}

function partOf(line: string, lines: Lines): BackupPart {
  const content = (mark: string): never => JSON.parse(line.slice(mark.length)) as never
  if (line.startsWith(marks.header)) return { kind: 'header', header: content(marks.header) }
  if (line.startsWith(marks.file)) return { kind: 'file', file: content(marks.file) }
  if (line.startsWith(marks.figures)) return { kind: 'figures', figures: content(marks.figures) }
  if (line.startsWith(marks.end)) return { kind: 'end', closing: content(marks.end) }
  const copy = /^(copy .*) from stdin;$/.exec(line)?.[1]
  if (copy !== undefined) return { kind: 'table', copy, rows: lines.rows() }
  return { kind: 'statement', statement: line.replace(/;$/, '') }
}

/** `Lines` reads a backup file: lines between the tables, and chunks of bytes within the rows of a table. */
class Lines {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async next(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(newline)
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end)
        this.#rest = this.#rest.subarray(end + 1)
        return line
      }
      if (!(await this.#more())) return null
    }
  }

  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#endOfRows()
      if (end >= 0) {
        const last = this.#rest.subarray(0, end)
        this.#rest = this.#rest.subarray(end + endOfRows.length)
        if (last.length > 0) yield last
        return
      }
      // Yields the rows read so far up to the last whole one. The rest may be the beginning of the line that
      // ends the rows.
      const whole = this.#rest.lastIndexOf(newline) + 1
      if (whole > 0) {
        const rows = this.#rest.subarray(0, whole)
        this.#rest = this.#rest.subarray(whole)
        yield rows
      }
      if (!(await this.#more()))
        throw new OperationRefused('The backup is incomplete: it ends within a table.')
    }
  }

  /**
   * Returns where the line that ends a table's rows begins in the buffer, or -1. The buffer always begins
   * with a whole line.
   */
  #endOfRows(): number {
    for (let at = this.#rest.indexOf(endOfRows); at >= 0; at = this.#rest.indexOf(endOfRows, at + 1)) {
      if (at === 0 || this.#rest[at - 1] === newline) return at
    }
    return -1
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done === true) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }
}
