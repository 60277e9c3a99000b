import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, gzip, constants as zlib } from 'node:zlib'
import type { Context } from 'koa'
import { withErrorsHandled } from '../streams/stream-errors.ts'

/**
 * Returns whether a client names an ETag in If-None-Match. Proxies that compress an answer mark its ETag as weak.
 */
function hasAlready(ctx: Context, etag: string): boolean {
  const named = ctx.get('if-none-match').split(',')
  return named.some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

const partBytes = 64 * 1024

/** The bytes of a content by the names of their encodings, the preferred first. `identity` is always among them. */
type Variants = ReadonlyMap<string, { readonly bytes: Buffer; readonly etag: string }>

/**
 * `FixedContent` is a text or file that stays the same while the service runs. It is compressed once, in threads beside
 * the requests, so that a request for it costs neither encoding nor reading.
 */
export class FixedContent {
  readonly #type: string
  readonly #caching: string
  readonly #variants: Variants

  private constructor(type: string, caching: string, encoded: readonly (readonly [string, Buffer])[]) {
    this.#type = type
    this.#caching = caching
    const [, identity = Buffer.alloc(0)] = encoded.at(-1) ?? []
    const digest = hash('sha256', identity, 'base64url').slice(0, 22)
    this.#variants = new Map(
      encoded.map(([encoding, bytes]) => [encoding, { bytes, etag: `"${digest}-${encoding}"` }]),
    )
  }

  /** `type` is a media type or a file extension. `caching` is the value of Cache-Control. */
  static async of(type: string, content: string | Buffer, caching = 'no-cache'): Promise<FixedContent> {
    const identity = Buffer.from(content)
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(identity, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
      promisify(gzip)(identity),
    ])
    return new FixedContent(type, caching, [
      ['br', br],
      ['gzip', gz],
      ['identity', identity],
    ])
  }

  /**
   * Reads a file with its compressed forms, which the build of the console may have written beside it. Returns null if
   * there is no such file.
   */
  static async ofBuiltFile(path: string, caching: string): Promise<FixedContent | null> {
    const files = [path, `${path}.br`, `${path}.gz`].map(fileIfAny)
    const [identity = null, br = null, gz = null] = await Promise.all(files)
    if (identity === null) return null
    return new FixedContent(extname(path), caching, [
      ...(br === null ? [] : [['br', br] as const]),
      ...(gz === null ? [] : [['gzip', gz] as const]),
      ['identity', identity],
    ])
  }

  /**
   * Reads a file that its build stored only in Brotli, or as it is. `type` replaces the media type of its extension.
   * Returns null if there is no such file.
   */
  static async ofPackedFile(path: string, caching: string, type?: string): Promise<FixedContent | null> {
    const br = await fileIfAny(`${path}.br`)
    const identity = br === null ? await fileIfAny(path) : await promisify(brotliDecompress)(br)
    if (identity === null) return null
    const packed =
      br === null ? [] : [['br', br] as const, ['gzip', await promisify(gzip)(identity)] as const]
    return new FixedContent(type ?? extname(path), caching, [...packed, ['identity', identity]])
  }

  /** Answers a request with the content, or with 304 if the client has it already. */
  send(ctx: Context): void {
    const accepted = ctx.acceptsEncodings([...this.#variants.keys()])
    const encoding = accepted === false ? 'identity' : accepted
    const variant = this.#variants.get(encoding)
    if (variant === undefined) return
    ctx.vary('Accept-Encoding')
    ctx.set('Cache-Control', this.#caching)
    ctx.etag = variant.etag
    ctx.status = 200
    if (hasAlready(ctx, variant.etag)) {
      ctx.status = 304
      return
    }
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
    ctx.type = this.#type
    ctx.body =
      variant.bytes.length > partBytes
        ? withErrorsHandled(Readable.from(partsOf(variant.bytes)))
        : variant.bytes
    ctx.length = variant.bytes.length
  }
}

/**
 * Returns a content in parts, between which other requests go first. Otherwise sending 3 MB to 60 clients at once would
 * delay them.
 */
async function* partsOf(bytes: Buffer): AsyncIterable<Buffer> {
  for (let from = 0; from < bytes.length; from += partBytes) {
    yield bytes.subarray(from, from + partBytes)
    await setImmediate()
  }
}

async function fileIfAny(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/**
 * Returns a function that creates a content at its first call and returns the same promise afterwards. A failed creation
 * is repeated at the next call.
 */
export function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let creating: Promise<Value> | null = null
  return () => {
    creating ??= create().catch((error: unknown) => {
      creating = null
      throw error
    })
    return creating
  }
}
