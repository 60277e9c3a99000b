import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { withErrorsHandled } from '../../../../streams/stream-errors.ts'
import { fileFault } from '../file-fault.ts'
import { broken } from './bounded-xml.ts'

/** A workbook with a thousand pictures has fewer. */
const mostEntries = 20_000

/** The parts of a spreadsheet, each unpacked as it is read. More than a part says that it holds is never unpacked. */
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
      if (zip.entryCount > mostEntries) throw broken()
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
      return new Archive(zip, entries)
    } catch {
      throw broken()
    }
  }

  /** Null where there is no such part. */
  async part(name: string, mostBytes: number): Promise<Readable | null> {
    const entry = this.#entries.get(name.toLowerCase())
    if (entry === undefined) return null
    if (entry.uncompressedSize > mostBytes) {
      const most = `${Math.floor(mostBytes / 1024 / 1024)} MB`
      const message = `The spreadsheet holds more than ${most} in one part once it is unpacked; save it as "CSV UTF-8"`
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
