import { STATUS_CODES } from 'node:http'
import type { Context } from 'koa'

export interface JsonAnswer {
  readonly status: number
  /** The value that becomes the JSON body; absent for a response without a body. */
  readonly body?: object | undefined
  /**
   * The headers of the response, each in one spelling: `Content-Type` and `content-type` would both be sent.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Writes a response with all of its headers in one call to Node. Koa sets each header through two layers of
 * accessors that V8 cannot optimize, which took 4 of the 38 µs of the hot path.
 */
export function sendJson(ctx: Context, { status, body, headers }: JsonAnswer): void {
  const { res } = ctx
  if (res.headersSent) return
  res.statusCode = status
  // Writes nothing if the client has disconnected. Koa ends the response, and the log line reports the
  // disconnection.
  if (!ctx.response.writable) return
  const text = body === undefined ? '' : JSON.stringify(body)
  const all: Record<string, string> = {
    'X-Request-Id': ctx.state['requestId'] as string,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
  if (body !== undefined) all['Content-Type'] = 'application/json; charset=utf-8'
  if (status !== 204) all['Content-Length'] = String(Buffer.byteLength(text))
  if (headers !== undefined) Object.assign(all, headers)
  res.writeHead(status, STATUS_CODES[status] ?? '', all).end(text)
  ctx.respond = false
}

/** Returns the headers of every response: the request id, and no sniffing and caching of the content. */
export function plainHeaders(requestId: string): Readonly<Record<string, string>> {
  return { 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }
}
