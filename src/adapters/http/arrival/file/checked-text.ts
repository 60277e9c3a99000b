import { isUtf8 } from 'node:buffer'
import { fileFault } from '../../request/body/file-fault.ts'
import { unfinished } from './encoding.ts'

const newline = 10

/**
 * Passes on the bytes of an uploaded file if they are valid UTF-8 without NUL characters. Otherwise throws an
 * error that names the line.
 */
export async function* checkedText(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let line = 1
  let tail: Buffer = Buffer.alloc(0)
  let isStart = true
  for await (const chunk of bytes) {
    const whole = tail.length === 0 ? chunk : Buffer.concat([tail, chunk])
    if (isStart && whole.length >= 2) {
      isStart = false
      assertNotUtf16(whole)
    }
    const text = whole.subarray(0, whole.length - unfinished(whole))
    tail = whole.subarray(text.length)
    assertStorable(text, line)
    line += linesIn(text)
    yield text
  }
  if (tail.length > 0) throw fileFault('ENCODING', `Line ${line} ends in the middle of a character`)
}

function assertNotUtf16(start: Buffer): void {
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw fileFault('ENCODING', 'The file is UTF-16; choose that encoding, or save it as "CSV UTF-8"')
  }
}

function assertStorable(text: Buffer, firstLine: number): void {
  if (!isUtf8(text)) {
    const at = firstLine + lineOf(text, (bytes) => !isUtf8(bytes))
    throw fileFault(
      'ENCODING',
      `Line ${at} is not UTF-8; choose another encoding, or save the file as "CSV UTF-8"`,
    )
  }
  const nul = text.indexOf(0)
  if (nul !== -1) {
    throw fileFault('ENCODING', `Line ${firstLine + linesIn(text.subarray(0, nul))} holds a NUL character`)
  }
}

/** Returns the index, from 0, of the first line of a text for which a test is true. */
function lineOf(text: Buffer, isTrue: (line: Buffer) => boolean): number {
  let start = 0
  for (let no = 0; ; no++) {
    const end = text.indexOf(newline, start)
    if (end === -1 || isTrue(text.subarray(start, end))) return no
    start = end + 1
  }
}

function linesIn(text: Buffer): number {
  let count = 0
  for (let at = text.indexOf(newline); at !== -1; at = text.indexOf(newline, at + 1)) count++
  return count
}
