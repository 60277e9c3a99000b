import type { IncomingMessage } from 'node:http'
import type { Context, Middleware } from 'koa'
import { EdgeError } from '../../errors.ts'
import { BodyDeadline } from '../deadline.ts'
import { parseJson } from './json.ts'
import { isKnownEncoding, unpackedBody } from './unpacked-body.ts'

/**
 * Spells the media types in full, because koa-body searches a short name in the list of all types for each
 * request.
 */
const jsonTypes = ['application/json', 'application/*+json']

/** The media type of JSON with the only encoding that JSON has, which many clients name. */
const jsonInUtf8 = /^application\/json; ?charset="?utf-8"?$/i

const deadline = new BodyDeadline()

/**
 * The largest allowed ratio of a body's unpacked to its sent bytes. 500 records of nulls reach about 170;
 * bodies built to block the process reach 700.
 */
const maxInflation = 300

export interface BodyRule {
  /** The largest accepted size of a body in bytes, after decompression. */
  readonly limit: number
  readonly optional: boolean
  /** Whether a body of the type `text/plain` is accepted as JSON too. */
  readonly alsoPlain?: boolean
  /**
   * Whether a compressed body that cannot be unpacked is kept in memory, so that the request can be held as
   * an arrival.
   */
  readonly keepsPacked: boolean
}

/**
 * Returns a reader that parses a JSON body. The reader returns undefined if no body was sent and the body is
 * optional.
 */
export function bodyReader({
  limit,
  optional,
  alsoPlain = false,
  keepsPacked,
}: BodyRule): (ctx: Context) => Promise<unknown> {
  const types = alsoPlain ? [...jsonTypes, 'text/plain'] : jsonTypes
  let readPlain: Promise<Middleware> | null = null
  /** Returns the bytes of the body as a text with one character for each byte. */
  async function read(ctx: Context): Promise<string> {
    if (isCompressed(ctx.req)) {
      if (ctx.is(types) === false || !isKnownEncoding(ctx.get('content-encoding'))) throw unsupported()
      const body = await deadline.within(ctx.req, () => unpackedBody(ctx.req, limit))
      if (body !== 'tooLarge') return body.toString('latin1')
      await discard(ctx.req)
      throw tooLarge(limit)
    }
    if (isSimple(ctx.req, limit))
      return wholeBody(ctx.req) ?? deadline.within(ctx.req, () => simpleBody(ctx.req))
    readPlain ??= plainReader(types, limit)
    const reader = await readPlain
    await deadline.within(ctx.req, () => reader(ctx, async () => {}))
    const { body } = ctx.request as { body?: unknown }
    // Refuses a body whose type is not in the list of koa-body, because koa-body does not read it.
    if (typeof body !== 'string') throw unsupported()
    return body
  }
  return async (ctx) => {
    if (!hasBody(ctx.req)) {
      if (optional) return undefined
      throw ctx.get('content-type') === ''
        ? unsupported()
        : new EdgeError('MALFORMED_JSON', { message: 'The body is empty' })
    }
    if (!isUtf8Declared(ctx.req.headers['content-type'])) throw unsupported()
    const packed = keepsPacked && isCompressed(ctx.req) ? passingBytes(ctx.req, limit) : null
    let bytes: string
    try {
      bytes = await read(ctx)
    } catch (error) {
      if (error instanceof EdgeError) throw error
      if (packed !== null && isPackedWrongly(error)) {
        await discard(ctx.req)
        ctx.state['packed'] = packed()
      }
      throw await readingFault(error, ctx.req, limit)
    }
    if (isCompressed(ctx.req) && bytes.length > maxInflation * sentBytes(ctx.req)) {
      throw new EdgeError('PAYLOAD_TOO_LARGE', {
        message: `The body is more than ${maxInflation} times larger after decompression; send it with less compression`,
      })
    }
    ctx.state['sent'] = bytes
    return bytes === '' && optional ? undefined : parseJson(bytes)
  }
}

/**
 * Returns a reader of koa-body for bodies of the given media types. koa-body is loaded at the first request that
 * needs it, because it takes 6 MB and nearly every body is simple.
 */
async function plainReader(textTypes: string[], textLimit: number): Promise<Middleware> {
  const { koaBody } = await import('koa-body')
  return koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes,
    textLimit,
    // Turns each byte of the body into a character, because only the raw bytes show whether they are valid
    // UTF-8.
    encoding: 'binary',
    onError: (error) => {
      throw error
    },
  })
}

/** The bytes of a body as the client sent them, with their encoding if they are still compressed. */
export interface RawBody {
  readonly bytes: Buffer
  readonly contentEncoding: string | null
}

/**
 * Returns the body's bytes, which may have been read before; null if they cannot be read, `tooLarge` if there
 * are more than `limit`.
 */
export async function rawBody(ctx: Context, limit: number): Promise<RawBody | 'tooLarge' | null> {
  const { req } = ctx
  const { sent, packed } = ctx.state as { readonly sent?: string; readonly packed?: Buffer | null }
  if (sent !== undefined)
    return sent.length > limit ? 'tooLarge' : { bytes: Buffer.from(sent, 'latin1'), contentEncoding: null }
  if (!hasBody(req)) return { bytes: Buffer.alloc(0), contentEncoding: null }
  const isRead = req.readableEnded || req.destroyed || req.readableDidRead
  const bytes = isRead ? (packed ?? null) : await deadline.within(req, () => bytesOf(req, limit))
  if (bytes === null) return null
  if (bytes === 'tooLarge' || bytes.length > limit) return 'tooLarge'
  const { 'content-encoding': encoding = 'identity' } = req.headers
  return { bytes, contentEncoding: encoding === 'identity' ? null : encoding }
}

/**
 * Collects the bytes of a body while another reader consumes it. The returned function gives null if there
 * are more than `limit` bytes or the body ended early.
 */
function passingBytes(request: IncomingMessage, limit: number): () => Buffer | null {
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > limit) chunks.length = 0
    else chunks.push(chunk)
  })
  // Pauses the request, because the `data` listener makes it flow before another reader consumes it.
  request.pause()
  return () => (request.readableEnded && length <= limit ? Buffer.concat(chunks) : null)
}

async function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer | 'tooLarge' | null> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Keeps the socket open after an aborted read of the body, because the client still has to receive the
    // response.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) break
      chunks.push(chunk)
    }
  } catch {
    return null
  }
  if (length <= limit) return Buffer.concat(chunks)
  await discard(request)
  return 'tooLarge'
}

/**
 * Returns whether a request has a body that needs nothing of koa-body: uncompressed JSON whose announced length
 * is within the limit. Nearly every request has one.
 */
function isSimple(request: IncomingMessage, limit: number): boolean {
  const { headers } = request
  return (
    (headers['content-type'] === 'application/json' || jsonInUtf8.test(headers['content-type'] ?? '')) &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length']) <= limit &&
    !request.destroyed &&
    !request.readableDidRead
  )
}

/**
 * Returns the bytes of a body that has arrived together with the head of its request, as a text with one
 * character for each byte; null if it has not. A bare handler that reads without events takes 17 % less CPU
 * time.
 */
function wholeBody(request: IncomingMessage): string | null {
  if (request.readableLength !== Number(request.headers['content-length'])) return null
  const bytes = request.read() as Buffer | null
  return bytes === null ? null : bytes.toString('latin1')
}

/**
 * Returns the bytes of a body for which `isSimple` is true, as a text with one character for each byte. koa-body
 * and its libraries took a tenth of the CPU time of an ingest.
 */
function simpleBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let bytes = ''
    request.on('data', (chunk: Buffer) => {
      bytes = bytes === '' ? chunk.toString('latin1') : bytes + chunk.toString('latin1')
    })
    request.on('end', () => resolve(bytes))
    const end = () => {
      if (!request.complete) reject(cutOff())
    }
    request.on('close', end)
    request.on('error', end)
  })
}

function cutOff(): EdgeError {
  return new EdgeError('MALFORMED_JSON', {
    message: 'The connection ended before the whole body had arrived; send the request again',
  })
}

function isCompressed({ headers }: IncomingMessage): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity'
}

/**
 * Returns the announced length of a body in bytes. If none is announced, returns the bytes that its
 * connection has received, which is at least as many.
 */
function sentBytes({ headers, socket }: IncomingMessage): number {
  const announced = Number(headers['content-length'])
  return Number.isFinite(announced) ? announced : socket.bytesRead
}

function isUtf8Declared(contentType = ''): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? []
  return charset === undefined || /^utf-?8$/i.test(charset)
}

function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  const length = headers['content-length']
  return length !== undefined && length !== '0'
}

function unsupported(): EdgeError {
  return new EdgeError('UNSUPPORTED_MEDIA_TYPE')
}

async function readingFault(error: unknown, request: IncomingMessage, limit: number): Promise<unknown> {
  const { status, type, code, syscall } = error as Partial<Record<'type' | 'code' | 'syscall', string>> & {
    status?: number
  }
  if (status === 413) {
    await discard(request)
    return tooLarge(limit)
  }
  if (status === 415) return unsupported()
  if (
    type === 'request.aborted' ||
    // The error of a client that disconnected before the body was read.
    type === 'stream.not.readable' ||
    type === 'request.size.invalid' ||
    code === 'ECONNRESET' ||
    syscall !== undefined
  ) {
    return cutOff()
  }
  if (isPackedWrongly(error)) {
    return new EdgeError('MALFORMED_JSON', { message: 'The compressed body cannot be decompressed' })
  }
  return error
}

export function tooLarge(limit: number): EdgeError {
  return new EdgeError('PAYLOAD_TOO_LARGE', {
    message: `The body is larger than ${limit.toLocaleString('en')} bytes`,
  })
}

function isPackedWrongly(error: unknown): boolean {
  const { code, message } = error as Partial<Record<'code' | 'message', string>>
  // Searches the message for the code of a decompression error, because koa-body puts some errors into the
  // message of a new one.
  return /\bZ_\w+|BROTLI|\bERR__/.test(`${code} ${message}`)
}

/**
 * Reads and drops the rest of a request, up to 64 MiB and for up to 5 s. A client that is cut off while it
 * sends sees a broken connection instead of the response.
 */
export function discard(request: IncomingMessage): Promise<void> {
  const maxBytes = 64 * 1024 * 1024
  const maxMs = 5_000
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  // Detaches the request from its target, such as a decompressor, which may have failed and must not receive
  // more.
  request.unpipe()
  return new Promise((done) => {
    let seen = 0
    const timer = setTimeout(done, maxMs)
    const finish = () => {
      clearTimeout(timer)
      done()
    }
    request.on('data', (chunk: Buffer) => {
      seen += chunk.length
      if (seen > maxBytes) finish()
    })
    request.once('end', finish)
    request.once('close', finish)
    request.resume()
  })
}
