import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { bodyBounds, type Decoded, type Decoding } from '../../domain/arrival/mapping/decoded.ts'
import { BodyDecoder, type EncodedBody } from '../../ports/arrival/body-decoder.ts'
import { Bounds } from './bounds.ts'
import { readForm } from './form-body.ts'
import { jsonIn, readJson } from './json-body.ts'
import { boundaryIn, readMultipart } from './multipart-body.ts'
import { textOf } from './text.ts'
import { Unreadable } from './unreadable.ts'
import { readXml } from './xml-body.ts'

/**
 * `SniffedBodies` detects the format of a body from its content as well as its header. Headers that were
 * typed by hand are often wrong.
 */
export class SniffedBodies extends BodyDecoder {
  override decode(body: EncodedBody): Decoding {
    try {
      return { decoded: read(body), fault: null }
    } catch (error) {
      if (error instanceof Unreadable) return { decoded: null, fault: error.fault }
      throw error
    }
  }
}

function read({ bytes, contentType, contentEncoding = null }: EncodedBody): Decoded {
  const whole = unpacked(bytes, contentEncoding)
  if (whole.length > bodyBounds.bytes) throw tooLarge()
  const bounds = new Bounds()
  const { type, boundary, charset } = said(contentType ?? '')
  if (type === 'multipart/form-data' && boundary !== null && whole.includes(`--${boundary}`)) {
    return readMultipart(whole, boundary, bounds)
  }
  const text = textOf(whole, charset)
  const start = text.trimStart()
  if (start === '') throw new Unreadable('EMPTY_BODY', 'The body is empty')
  const unsaid = boundaryIn(start)
  if (unsaid !== null) return readMultipart(whole, unsaid, bounds)
  if (start.startsWith('<')) return readXml(start, bounds)
  const isForm = type === 'application/x-www-form-urlencoded' || looksLikeForm.test(start)
  if (!isForm) return opened(readJson(text, bounds), bounds)
  return jsonIn(text, bounds) ?? readForm(text, bounds)
}

/**
 * Matches the start of a form's body: a field name without white space, quotes or brackets of JSON, and an
 * equals sign.
 */
const looksLikeForm = /^[^\s"{}<>=&]{1,500}=/

/** If the JSON of a body is only a text, parses that text too, because some tools send JSON as a text. */
function opened(value: Decoded, bounds: Bounds): Decoded {
  if (typeof value !== 'string') return value
  const inner = jsonIn(value, bounds)
  return inner ?? value
}

function said(contentType: string) {
  const [type = ''] = contentType.split(';', 1)
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(contentType)
  const charset = /;\s*charset="?([\w-]{1,40})/i.exec(contentType)
  return {
    type: type.trim().toLowerCase(),
    boundary: boundary?.[1] ?? boundary?.[2] ?? null,
    charset: charset?.[1] ?? null,
  }
}

const unpackers = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

/**
 * Returns the unpacked bytes of a compressed body. Stops at the size limit of a body, however small the
 * packed bytes are.
 */
function unpacked(bytes: Uint8Array, encoding: string | null): Buffer {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const unpack = unpackers.get(name)
  if (unpack === undefined) {
    throw new Unreadable(
      'UNREADABLE_ENCODING',
      'The Content-Encoding of the body is not supported; send it uncompressed, or with gzip, deflate or br',
    )
  }
  try {
    return unpack(bytes, { maxOutputLength: bodyBounds.bytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new Unreadable('UNREADABLE_ENCODING', 'The body is not compressed as its Content-Encoding says')
  }
}

function tooLarge(): Unreadable {
  const message = `The body is larger than ${bodyBounds.bytes / 1024 / 1024} MiB`
  return new Unreadable('BODY_TOO_LARGE', message)
}
