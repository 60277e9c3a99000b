import type { Readable } from 'node:stream'
import { fileFault } from '../../../request/body/file-fault.ts'
import { throughXml } from './bounded-xml.ts'
import { CellText } from './cell-text.ts'

const maxBytes = 32 * 1024 * 1024
const chunkBytes = 1024 * 1024
const lengthBytes = 4

/**
 * `SharedTexts` holds the texts that cells of a workbook share, packed as bytes. Strings would take three
 * times as much memory.
 */
export class SharedTexts {
  readonly #chunks: Buffer[] = []
  #places = new Uint32Array(1_024)
  #count = 0
  #used = chunkBytes

  static async from(stream: Readable): Promise<SharedTexts> {
    const texts = new SharedTexts()
    const cell = new CellText()
    const events = {
      open: (name: string) => cell.open(name),
      text: (text: string) => cell.text(text),
      close: (name: string) => {
        cell.close(name)
        if (name === 'si') texts.#add(cell.take())
      },
    }
    for await (const _ of throughXml(stream, events));
    return texts
  }

  at(index: number): string {
    if (!(index >= 0 && index < this.#count)) return ''
    const place = this.#places[index] ?? 0
    const chunk = this.#chunks[Math.floor(place / chunkBytes)]
    const from = (place % chunkBytes) + lengthBytes
    return chunk?.toString('utf8', from, from + chunk.readUInt32LE(from - lengthBytes)) ?? ''
  }

  #add(text: string): void {
    const length = lengthBytes + Buffer.byteLength(text)
    if (length > chunkBytes)
      throw fileFault(
        'TOO_LARGE',
        'A cell of the spreadsheet is too large; shorten it, or save the sheet as "CSV UTF-8"',
      )
    if (this.#used + length > chunkBytes) this.#addChunk()
    if (this.#count === this.#places.length) {
      const larger = new Uint32Array(this.#places.length * 2)
      larger.set(this.#places)
      this.#places = larger
    }
    const no = this.#chunks.length - 1
    this.#places[this.#count++] = no * chunkBytes + this.#used
    this.#chunks[no]?.writeUInt32LE(length - lengthBytes, this.#used)
    this.#chunks[no]?.write(text, this.#used + lengthBytes)
    this.#used += length
  }

  #addChunk(): void {
    if ((this.#chunks.length + 1) * chunkBytes > maxBytes) {
      const most = `${maxBytes / 1024 / 1024} MB`
      throw fileFault('TOO_LARGE', `The spreadsheet holds more than ${most} of text; save it as "CSV UTF-8"`)
    }
    this.#chunks.push(Buffer.allocUnsafeSlow(chunkBytes))
    this.#used = 0
  }
}
