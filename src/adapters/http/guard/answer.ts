import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { runRequest } from '../../system/request-writes.ts'
import { discard } from '../request/body/body.ts'
import { clientAddressOf } from '../request/caller/address.ts'
import { isGone } from '../request/gone.ts'
import { KeyedTurns } from '../request/keyed-turns.ts'
import { SlotLimit } from '../request/slot-limit.ts'
import type { Answer } from '../response.ts'
import type { Route } from '../route.ts'
import { plainHeaders, sendJson } from '../send-json.ts'
import type { Services } from '../services.ts'
import { assertInReach } from './admission.ts'
import type { GuardedCall, GuardOptions, ValidRequest } from './call.ts'
import { asksForCsv, type CsvOfList, csvAnswer } from './csv-of-list.ts'
import { keyedHandler } from './keyed-requests.ts'
import { requestReader } from './read-request.ts'
import { salvaged } from './refusals.ts'

type Handler = (ctx: Context, request: ValidRequest) => Promise<Answer>

/**
 * The milliseconds without traffic after which a connection is closed on a route that takes long. A search
 * through ten million records takes about this long.
 */
const maxWorkMs = 15 * 60_000

/** Returns the function that reads the requests of a route, handles them, and sends the answers. */
export function answer(route: Route, options: GuardOptions): (call: GuardedCall) => Promise<void> {
  const { credentials, clock } = options.services
  const usesKey = route.auth.kind === 'apiKey'
  const changes = route.method !== 'GET'
  const work = workOf(route, options)
  return async (call) => {
    const { ctx, credential } = call
    // Reads nothing for a client that has disconnected. A change is made all the same, because sources of records may
    // disconnect without waiting for the answer.
    if (!changes && isGone(ctx)) return
    const done = await (changes ? runRequest(ctx.state.organizationId, () => work(call)) : work(call))
    if (done.organizationId !== undefined) ctx.state.organizationId = done.organizationId
    if (usesKey || call.key !== null) credentials.noteUse(credential.digest, clock.now())
    send(ctx, done)
  }
}

/**
 * Returns the function that reads a request of a route and handles it. On routes with `salvage`, it also
 * holds refused requests as arrivals.
 */
function workOf(route: Route, options: GuardOptions): (call: GuardedCall) => Promise<Answer> {
  const { salvage } = route
  const read = requestReader(route, options)
  const handle = handlerOf(route, options.services)
  const work =
    route.scope === undefined
      ? async (call: GuardedCall): Promise<Answer> => handle(call.ctx, await read(call))
      : async (call: GuardedCall): Promise<Answer> => {
          const request = await read(call)
          await assertInReach(route, call, request, options.services)
          return handle(call.ctx, request)
        }
  if (salvage === undefined) return work
  return (call) => work(call).catch((thrown: unknown) => salvaged(salvage, call, thrown))
}

/** Returns the handler of a route, wrapped according to the route's kind: upload, a route that takes long, or any other. */
function handlerOf(route: Route, services: Services): Handler {
  const keyed = keyedHandler(route, services)
  const handle: Handler = route.upload === undefined ? (_, request) => keyed(request) : handleUpload(keyed)
  const patient = route.takesLong ? withoutSilenceLimit(handle) : handle
  if (route.throttle !== undefined) return inTurnOfAddress(patient)
  if (route.csv !== undefined) return jsonOrCsv(route.csv, handle, services.audit)
  return route.exports || route.takesLong
    ? inSlot(route.exports ? exportSlots : longWorkSlots, patient)
    : patient
}

/** Answers a request for CSV with the whole list, as an export, and other requests with a page as JSON. */
function jsonOrCsv(csv: CsvOfList, handle: Handler, audit: Services['audit']): Handler {
  const wholeList = withoutSilenceLimit((ctx, request) =>
    csvAnswer(csv, { ctx, request, handle: (page: ValidRequest) => handle(ctx, page), audit }),
  )
  const asCsv = inSlot(exportSlots, wholeList)
  return (ctx, request) => (asksForCsv(ctx) ? asCsv(ctx, request) : handle(ctx, request))
}

/**
 * Handles the requests of one address one after another, because each takes up to 26 ms of a core for the hash of a
 * password. Otherwise 100 attempts at once would let the attempts of others wait for seconds. A turn begins after the
 * body is read, so that a slow client keeps nobody waiting. A request whose client has disconnected meanwhile is not handled.
 */
function inTurnOfAddress(handle: Handler): Handler {
  const turns = new KeyedTurns()
  return (ctx, request) =>
    turns.run(clientAddressOf(ctx.ip), async () => (isGone(ctx) ? { status: 503 } : handle(ctx, request)))
}

const exportSlots = new SlotLimit(
  1,
  () => 'An export with this session or API key is still running; wait until it has ended, or cancel it',
)
const longWorkSlots = new SlotLimit(
  8,
  (taken) =>
    `${taken} requests with this session or API key are still working on whole tables; wait for one of them`,
)

/** Refuses a request if its session or API key has used up its slots. A slot is free again after the response. */
function inSlot(slots: SlotLimit, handle: Handler): Handler {
  return async (ctx, request) => {
    const { id, sessionId } = request.caller
    const release = slots.take(sessionId ?? id)
    try {
      const done = await handle(ctx, request)
      if (done.body instanceof Readable) done.body.once('close', release)
      else release()
      return done
    } catch (error) {
      release()
      throw error
    }
  }
}

/**
 * Reads the rest of a refused upload before the response. A client that is cut off within a file sees a broken
 * connection instead of the response.
 */
function handleUpload(handle: Route['handle']): Handler {
  return async (ctx, request) => {
    try {
      return await handle(request)
    } catch (error) {
      await discard(ctx.req)
      ctx.set('Connection', 'close')
      throw error
    }
  }
}

/**
 * Raises the silence limit of the socket for a route that takes long. The limit of the server applies again after
 * the response.
 */
function withoutSilenceLimit(handle: Handler): Handler {
  return (ctx, request) => {
    ctx.req.socket.setTimeout(maxWorkMs)
    return handle(ctx, request)
  }
}

function send(ctx: Context, { status, body, headers }: Answer): void {
  if (!(body instanceof Readable || Buffer.isBuffer(body))) return sendJson(ctx, { status, body, headers })
  if (Buffer.isBuffer(body)) ctx.set(plainHeaders(ctx.state['requestId'] as string))
  if (headers !== undefined) ctx.set(headers)
  ctx.body = body
  ctx.status = status
}
