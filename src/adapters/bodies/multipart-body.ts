import type { Decoded } from '../../domain/arrival/mapping/decoded.ts'
import type { Bounds } from './bounds.ts'
import { fieldsOf } from './fields-body.ts'
import { textOf } from './text.ts'
import { Unreadable } from './unreadable.ts'

/** The longest boundary of `multipart/form-data` in characters, as in RFC 2046. */
const maxBoundaryLength = 70
const maxHeadLength = 8_192

/**
 * Reads the fields of `multipart/form-data`. A file becomes its name, because its content is no value of a
 * column.
 */
export function readMultipart(bytes: Buffer, boundary: string, bounds: Bounds): Decoded {
  return fieldsOf(partsOf(bytes, boundary), bounds)
}

/**
 * Returns the boundary in the first line of a multipart body, for a request whose header does not name it;
 * null if there is none.
 */
export function boundaryIn(text: string): string | null {
  const [, boundary] = /^--([^\r\n]{1,70})\r\ncontent-disposition:/i.exec(text) ?? []
  return boundary ?? null
}

function* partsOf(bytes: Buffer, boundary: string): Iterable<readonly [string, string]> {
  const mark = Buffer.from(`--${boundary}`)
  const end = Buffer.from(`\r\n--${boundary}`)
  let at = boundary.length > maxBoundaryLength ? -1 : bytes.indexOf(mark)
  if (at === -1) throw cutOff()
  at += mark.length
  while (!isLast(bytes, at)) {
    const start = bytes.indexOf('\r\n', at) + 2
    const next = start === 1 ? -1 : bytes.indexOf(end, start - 2)
    const body = bytes.indexOf('\r\n\r\n', start - 2)
    if (next === -1 || body === -1 || body > next || body - start > maxHeadLength) throw cutOff()
    const head = textOf(bytes.subarray(start, Math.max(start, body)), null)
    const field = fieldOf(head, bytes.subarray(body + 4, Math.max(body + 4, next)))
    if (field !== null) yield field
    at = next + end.length
  }
}

function isLast(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x2d && bytes[at + 1] === 0x2d
}

function fieldOf(head: string, content: Buffer): readonly [string, string] | null {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  const name = parameter(disposition, 'name')
  if (name === null) return null
  const file = parameter(disposition, 'filename')
  if (file !== null) return [name, file]
  const charset = /^content-type:.*charset="?([\w-]+)/im.exec(head)?.[1] ?? null
  return [name, textOf(content, charset)]
}

function parameter(disposition: string, name: string): string | null {
  const found = new RegExp(String.raw`;\s*${name}=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))`, 'i').exec(disposition)
  if (found === null) return null
  const [, quoted, bare = ''] = found
  // Decodes only the double quote and line breaks in the name of a form field, because browsers escape no
  // other characters.
  return (quoted ?? bare)
    .replaceAll('%22', '"')
    .replaceAll(/%0D|%0A/gi, ' ')
    .replaceAll('\\"', '"')
}

function cutOff(): Unreadable {
  return new Unreadable(
    'MALFORMED_BODY',
    'The parts of the form cannot be separated; the body may have been cut off',
  )
}
