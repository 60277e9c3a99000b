import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { EdgeError } from '../../errors.ts'
import { BodyDeadline } from '../deadline.ts'
import { parseJson } from './json.ts'
import { alwaysCheap } from './json-size.ts'
import { isKnownEncoding, unpackedBody } from './unpacked-body.ts'

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
  /** Whether what cannot be unpacked is wanted all the same, as it came. */
  readonly keepsPacked: boolean
}

/** Reads a JSON body, or undefined where none was sent and none is needed. */
export function bodyReader({
  limit,
  optional,
  alsoPlain = false,
  keepsPacked,
}: BodyRule): (ctx: Context) => Promise<unknown> {
  const types = alsoPlain ? [...jsonTypes, 'text/plain'] : jsonTypes
  const readPlain = koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes: types,
    textLimit: limit,
    // A character a byte: whether the bytes are UTF-8 can only be told before they are decoded.
    encoding: 'binary',
    onError: (error) => {
      throw error
    },
  })
  /** The bytes of the body, each as a character. */
  async function read(ctx: Context): Promise<string> {
    if (isCompressed(ctx.req)) {
      if (ctx.is(types) === false || !isKnownEncoding(ctx.get('content-encoding'))) throw unsupported()
      const body = await deadline.within(ctx.req, () => unpackedBody(ctx.req, limit))
      if (body !== 'tooLarge') return body.toString('latin1')
      await discard(ctx.req)
      throw tooLarge(limit)
    }
    await deadline.within(ctx.req, () => readPlain(ctx, async () => {}))
    const { body } = ctx.request as { body?: unknown }
    // koa-body leaves the body of a type that it was not told about alone.
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

/** What was read before, or is still to be read; null where it cannot be. */
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
 * What a body is sent as, while somebody else reads it; answers null where that is more than `limit`, or not all came.
 */
function passingBytes(request: IncomingMessage, limit: number): () => Buffer | null {
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > limit) chunks.length = 0
    else chunks.push(chunk)
  })
  // To listen sets it flowing, and nobody reads it yet.
  request.pause()
  return () => (request.readableEnded && length <= limit ? Buffer.concat(chunks) : null)
}

async function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer | 'tooLarge' | null> {
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
  return 'tooLarge'
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
    // The sender hung up before it was read.
    type === 'stream.not.readable' ||
    type === 'request.size.invalid' ||
    code === 'ECONNRESET' ||
    syscall !== undefined
  ) {
    return new EdgeError('MALFORMED_JSON', { message: 'The body ended early' })
  }
  if (isPackedWrongly(error)) {
    return new EdgeError('MALFORMED_JSON', { message: 'The compressed body is broken' })
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
  // koa-body folds what is no Error of its own realm into the message of one.
  return /\bZ_\w+|BROTLI|\bERR__/.test(`${code} ${message}`)
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
