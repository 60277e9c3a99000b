import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { EdgeError } from '../errors.ts'
import { BodyDeadline } from './deadline.ts'
import { parseJson } from './json.ts'
import { alwaysCheap } from './json-size.ts'

/** In full: a short name is looked up anew in the list of all types for each request. */
const jsonTypes = ['application/json', 'application/*+json']

const deadline = new BodyDeadline()

/** 500 records of nulls come to about 170; what is sent to block the process, to 700. */
const mostInflation = 300

export interface BodyRule {
  /** In bytes, after decompression. */
  readonly limit: number
  readonly optional: boolean
  /** JSON that its sender calls plain text. */
  readonly alsoPlain?: boolean
}

/** Reads a JSON body, or undefined where none was sent and none is needed. */
export function bodyReader({
  limit,
  optional,
  alsoPlain = false,
}: BodyRule): (ctx: Context) => Promise<unknown> {
  const read = koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes: alsoPlain ? [...jsonTypes, 'text/plain'] : jsonTypes,
    textLimit: limit,
    // A character a byte: whether the bytes are UTF-8 can only be told before they are decoded.
    encoding: 'binary',
    onError: (error) => {
      throw error
    },
  })
  return async (ctx) => {
    if (!hasBody(ctx.req)) {
      if (optional) return undefined
      throw ctx.get('content-type') === ''
        ? unsupported()
        : new EdgeError('MALFORMED_JSON', { message: 'The body is empty' })
    }
    if (!isUtf8Declared(ctx.req.headers['content-type'])) throw unsupported()
    try {
      await deadline.within(ctx.req, () => read(ctx, async () => {}))
    } catch (error) {
      throw await readingFault(error, ctx.req, limit)
    }
    // koa-body leaves the body of a type that it was not told about alone.
    const { body: bytes } = ctx.request as { body?: unknown }
    if (typeof bytes !== 'string') throw unsupported()
    if (isCompressed(ctx.req) && bytes.length > mostInflation * sentBytes(ctx.req)) {
      throw new EdgeError('PAYLOAD_TOO_LARGE', {
        message: `The body inflates to more than ${mostInflation} times what was sent`,
      })
    }
    ctx.state['sent'] = bytes
    return bytes === '' && optional ? undefined : parseJson(bytes)
  }
}

/** A body as it came, with how it is packed still. */
export interface RawBody {
  readonly bytes: Buffer
  readonly contentEncoding: string | null
}

/** What was read before, or is still to be read; null where it cannot be, or is larger. */
export async function rawBody(ctx: Context, limit: number): Promise<RawBody | null> {
  const { req } = ctx
  const sent = ctx.state['sent'] as string | undefined
  if (sent !== undefined)
    return sent.length > limit ? null : { bytes: Buffer.from(sent, 'latin1'), contentEncoding: null }
  if (!hasBody(req)) return { bytes: Buffer.alloc(0), contentEncoding: null }
  if (req.readableEnded || req.destroyed || req.readableDidRead) return null
  const bytes = await deadline.within(req, () => bytesOf(req, limit))
  const { 'content-encoding': encoding = 'identity' } = req.headers
  return bytes && { bytes, contentEncoding: encoding === 'identity' ? null : encoding }
}

async function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Not destroyed when it is left half-way: the sender is still to read an answer.
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
  return null
}

/** Also where its length is not announced. */
function isLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > alwaysCheap
}

function isCompressed({ headers }: IncomingMessage): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity'
}

/** Of a body whose length was not announced, what has come on its connection, which is no less. */
function sentBytes({ headers, socket }: IncomingMessage): number {
  const announced = Number(headers['content-length'])
  return Number.isFinite(announced) ? announced : socket.bytesRead
}

/** Whether reading a body may cost much more than looking its sender up: forged keys sent such for nothing. */
export function isDear(request: IncomingMessage): boolean {
  return hasBody(request) && (isCompressed(request) || isLarge(request))
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
  const { status, type, code, syscall, message } = error as Partial<
    Record<'type' | 'code' | 'syscall' | 'message', string>
  > & {
    status?: number
  }
  if (status === 413) {
    await discard(request)
    return new EdgeError('PAYLOAD_TOO_LARGE', {
      message: `The body is larger than ${limit.toLocaleString('en')} bytes`,
    })
  }
  if (status === 415) return unsupported()
  if (
    type === 'request.aborted' ||
    // The sender hung up before it was read.
    type === 'stream.not.readable' ||
    type === 'request.size.invalid' ||
    code === 'ECONNRESET' ||
    syscall !== undefined
  ) {
    return new EdgeError('MALFORMED_JSON', { message: 'The body ended early' })
  }
  // koa-body folds what is no Error of its own realm into the message of one.
  if (/\bZ_\w+|BROTLI|\bERR__/.test(`${code} ${message}`)) {
    return new EdgeError('MALFORMED_JSON', { message: 'The compressed body is broken' })
  }
  return error
}

/**
 * Lets a sender finish what it is sending, within bounds: cut off in the middle, it would see a broken
 * connection instead of the answer.
 */
export function discard(request: IncomingMessage): Promise<void> {
  const mostBytes = 64 * 1024 * 1024
  const mostMs = 5_000
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  // Whatever was fed with it may not take any more.
  request.unpipe()
  return new Promise((done) => {
    let seen = 0
    const timer = setTimeout(done, mostMs)
    const finish = () => {
      clearTimeout(timer)
      done()
    }
    request.on('data', (chunk: Buffer) => {
      seen += chunk.length
      if (seen > mostBytes) finish()
    })
    request.once('end', finish)
    request.once('close', finish)
    request.resume()
  })
}
