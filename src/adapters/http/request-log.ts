import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { DomainError } from '../../domain/errors.ts'
import type { Metrics } from '../../ports/metrics.ts'
import { problemOf } from './errors.ts'
import type { RequestState } from './guard/call.ts'
import { sendJson } from './send-json.ts'
import type { Traffic } from './traffic.ts'

const visible = /^[\x21-\x7e]{1,128}$/

/**
 * Returns the outermost middleware. It gives the request its id, turns every error into the one error body,
 * counts the response and writes one log line after it. Both the count and the line name the route's template
 * instead of the path, which may hold a token.
 */
export function requestLog(
  logger: Logger,
  traffic: Traffic,
  metrics: Metrics,
): Middleware<RequestState, Context> {
  return async (ctx, next) => {
    const started = performance.now()
    const inbound = ctx.req.headers['x-request-id']
    const requestId = typeof inbound === 'string' && visible.test(inbound) ? inbound : randomUUID()
    ctx.state.requestId = requestId
    ctx.state.route = null
    ctx.state.organizationId = null
    let failure: unknown
    // Writes the log line of a request only after both events: the response is ready, and the socket is
    // closed. If the client disconnects, the socket closes first.
    let isDone = false
    let isClosed = false
    ctx.res.on('close', () => {
      isClosed = true
      if (isDone) write()
    })
    try {
      await next()
      const { body } = ctx.response
      if (body instanceof Readable) {
        body.once('error', (error) => {
          failure = error
        })
      }
    } catch (error) {
      failure = error
      if (error instanceof DomainError) ctx.state.organizationId ??= error.organizationId
      sendJson(ctx, problemOf(error, requestId))
    } finally {
      isDone = true
      if (isClosed) write()
    }

    function write(): void {
      const ms = performance.now() - started
      const { method = '' } = ctx.req
      const status = ctx.res.statusCode
      const route = ctx.state.route ?? 'unmatched'
      traffic.noteAnswer()
      metrics.noteRequest({ method, route, status, seconds: ms / 1000 })
      const line = {
        requestId,
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        organizationId: ctx.state.organizationId,
      }
      const isOurs = failure !== undefined && (status < 400 || status === 500)
      if (isOurs) logger.error({ ...line, err: failure }, 'request')
      else if (failure === undefined) logger.info(line, 'request')
      else logger.info({ ...line, code: codeOf(failure), err: causeOf(failure) }, 'request')
    }
  }
}

/** Returns the database error that caused a 503; undefined if there is none. */
function causeOf(failure: unknown): unknown {
  return failure instanceof DomainError ? failure.cause : undefined
}

function codeOf(failure: unknown): string | undefined {
  return (failure as { code?: string }).code
}
