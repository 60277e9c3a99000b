import { Readable } from 'node:stream'
import { createDeflateRaw } from 'node:zlib'
import { piped, withErrorsHandled } from './stream-errors.ts'

/** A file of a ZIP archive. Its content is read while the archive is read. */
export interface ZipFile {
  readonly name: string
  readonly content: Readable
}

interface WrittenFile {
  readonly name: Buffer
  readonly crc: number
  readonly size: bigint
  readonly compressed: bigint
  readonly offset: bigint
}

const [localSignature, descriptorSignature, centralSignature] = [0x04034b50, 0x08074b50, 0x02014b50]
const [endSignature, end64Signature, locatorSignature] = [0x06054b50, 0x06064b50, 0x07064b50]
/** The version of the format that readers need: 4.5 has sizes of 64 bits, because a table can have more than 4 GB. */
const version = 45
/** Flags of each file: its sizes follow its content, and its name is in UTF-8. */
const flags = 0x0808
const deflated = 8
const inExtraField = 0xffffffff

/**
 * Returns a ZIP archive of files that are read one after the other. Holds no file in memory, so the sizes of a file
 * follow its content.
 */
export function zipArchive(files: AsyncIterable<ZipFile>, at: Date): Readable {
  async function* parts(): AsyncIterable<Buffer> {
    const written: WrittenFile[] = []
    let offset = 0n
    for await (const { name, content } of files) {
      const head = Buffer.concat([headOf(localSignature, Buffer.from(name), at), sizesField(0n, 0n)])
      yield head
      let [crc, size, compressed] = [0, 0n, 0n]
      content.on('data', (chunk: Buffer | string) => {
        const bytes = Buffer.from(chunk)
        crc = crcOf(bytes, crc)
        size += BigInt(bytes.length)
      })
      for await (const chunk of piped(content, createDeflateRaw())) {
        compressed += BigInt((chunk as Buffer).length)
        yield chunk as Buffer
      }
      const descriptor = bytesOf([descriptorSignature, 4], [crc, 4], [compressed, 8], [size, 8])
      yield descriptor
      written.push({ name: Buffer.from(name), crc, size, compressed, offset })
      offset += BigInt(head.length + descriptor.length) + compressed
    }
    yield directoryOf(written, offset, at)
  }
  return withErrorsHandled(Readable.from(parts(), { objectMode: false }))
}

/** Returns the head of a file before its content, without the field of its sizes. */
function headOf(signature: number, name: Buffer, at: Date): Buffer {
  return Buffer.concat([
    bytesOf([signature, 4], [version, 2], [flags, 2], [deflated, 2], [dosTimeOf(at), 4], [0, 4]),
    bytesOf([inExtraField, 4], [inExtraField, 4], [name.length, 2], [20, 2]),
    name,
  ])
}

/** Returns the field of a file that has its sizes in 64 bits. */
function sizesField(size: bigint, compressed: bigint): Buffer {
  return bytesOf([1, 2], [16, 2], [size, 8], [compressed, 8])
}

/** Returns the end of the archive: the list of its files, and where the list begins. */
function directoryOf(files: readonly WrittenFile[], offset: bigint, at: Date): Buffer {
  const entries = files.map((file) =>
    Buffer.concat([
      bytesOf(
        [centralSignature, 4],
        [version, 2],
        [version, 2],
        [flags, 2],
        [deflated, 2],
        [dosTimeOf(at), 4],
      ),
      bytesOf([file.crc, 4], [inExtraField, 4], [inExtraField, 4], [file.name.length, 2], [28, 2]),
      bytesOf([0, 2], [0, 2], [0, 2], [0, 4], [inExtraField, 4]),
      file.name,
      bytesOf([1, 2], [24, 2], [file.size, 8], [file.compressed, 8], [file.offset, 8]),
    ]),
  )
  const list = Buffer.concat(entries)
  const [count, size] = [BigInt(files.length), BigInt(list.length)]
  return Buffer.concat([
    list,
    bytesOf([end64Signature, 4], [44n, 8], [version, 2], [version, 2], [0, 4], [0, 4]),
    bytesOf([count, 8], [count, 8], [size, 8], [offset, 8]),
    bytesOf([locatorSignature, 4], [0, 4], [offset + size, 8], [1, 4]),
    bytesOf([endSignature, 4], [0xffff, 2], [0xffff, 2], [0xffff, 2], [0xffff, 2]),
    bytesOf([inExtraField, 4], [inExtraField, 4], [0, 2]),
  ])
}

/** Returns numbers as bytes, lowest byte first, each in the given number of bytes. */
function bytesOf(...numbers: readonly (readonly [value: number | bigint, bytes: 2 | 4 | 8])[]): Buffer {
  return Buffer.concat(
    numbers.map(([value, bytes]) => {
      const written = Buffer.alloc(8)
      written.writeBigUInt64LE(BigInt(value))
      return written.subarray(0, bytes)
    }),
  )
}

/** Returns a time in the format of ZIP: two seconds are the smallest step, and the first year is 1980. */
function dosTimeOf(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return day * 0x10000 + time
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** Returns the CRC-32 of a content after further bytes. Node.js has a function for this from version 20.15 on only. */
function crcOf(bytes: Buffer, before: number): number {
  let crc = ~before
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}
