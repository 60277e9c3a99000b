import { STATUS_CODES } from 'node:http'
import type { Context } from 'koa'

export interface JsonAnswer {
  readonly status: number
  /** None for an answer without a body. */
  readonly body?: object | undefined
  /** In one spelling each: `Content-Type` and `content-type` would both be sent. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Writes an answer with all of its headers in one call to Node. Told to Koa one by one, each goes
 * through two layers of accessors that V8 does not see through, and the answer took 4 µs of the hot
 * path's 38.
 */
export function sendJson(ctx: Context, { status, body, headers }: JsonAnswer): void {
  const { res } = ctx
  if (res.headersSent) return
  res.statusCode = status
  // The client has gone; Koa ends the answer, and the log line says so.
  if (!ctx.response.writable) return
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    ...plainHeaders(ctx.state['requestId'] as string),
    ...(body === undefined ? {} : jsonType),
    ...(status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(text)) }),
    ...headers,
  }
  res.writeHead(status, STATUS_CODES[status] ?? '', all).end(text)
  ctx.respond = false
}

const jsonType = { 'Content-Type': 'application/json; charset=utf-8' }

/** Those of every answer. */
export function plainHeaders(requestId: string): Readonly<Record<string, string>> {
  return { 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }
}
