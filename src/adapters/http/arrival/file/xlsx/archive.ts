import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { withErrorsHandled } from '../../../../streams/stream-errors.ts'
import { fileFault } from '../../../request/body/file-fault.ts'
import { broken } from './bounded-xml.ts'

/**
 * The largest number of parts in the archive of a spreadsheet; a workbook with a thousand pictures has fewer.
 */
const maxEntries = 20_000

/**
 * `Archive` gives access to the parts of a spreadsheet and unpacks each while it is read. A part is never
 * unpacked beyond the size that the archive states for it.
 */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  static async of(bytes: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
      if (zip.entryCount > maxEntries) throw broken()
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
      return new Archive(zip, entries)
    } catch {
      throw broken()
    }
  }

  /** Returns an unpacked part of a spreadsheet as a stream; null if the archive has no such part. */
  async part(name: string, maxBytes: number): Promise<Readable | null> {
    const entry = this.#entries.get(name.toLowerCase())
    if (entry === undefined) return null
    if (entry.uncompressedSize > maxBytes) {
      const most = `${Math.floor(maxBytes / 1024 / 1024)} MB`
      const message = `A part of the spreadsheet is larger than ${most} after decompression; save the sheet as "CSV UTF-8"`
      throw fileFault('TOO_LARGE', message)
    }
    if (!entry.canDecodeFileData()) throw broken()
    try {
      return withErrorsHandled(await this.#zip.openReadStreamPromise(entry))
    } catch {
      throw broken()
    }
  }
}
