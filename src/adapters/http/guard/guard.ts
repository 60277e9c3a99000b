import type { Context } from 'koa'
import { credentialOf } from '../request/caller/credentials.ts'
import { assertFromOwnMachine } from '../request/caller/own-machine.ts'
import { errorsOf, type Route } from '../route.ts'
import { answer } from './answer.ts'
import {
  type Check,
  type GuardedCall,
  type GuardOptions,
  noCaller,
  notSignedIn,
  publicScopeOf,
} from './call.ts'
import { noteKeyRefusals } from './key-refusals.ts'
import { admitExpensiveBody, limitAttempts, limitRate } from './limits.ts'
import { admitManagers } from './managers.ts'
import { nameOtherCell, noteRefusals } from './refusals.ts'
import { runAtTimeOfCredential } from './test-organizations.ts'

/** Returns the function that checks the requests of a route in the order of `checksOf` and answers them. */
export function guard(route: Route, options: GuardOptions): (ctx: Context) => Promise<void> {
  const run = inOrder(checksOf(route, options), answer(route, options))
  const { ownMachineOnly = false } = route
  return async (ctx) => {
    // Answers 404 to clients on other machines, because to them a route for the operator's own machine does
    // not exist.
    if (ownMachineOnly) assertFromOwnMachine(ctx.req.headers)
    const params = (ctx as unknown as { params?: Record<string, string> }).params ?? {}
    // Answers 401 if the credential is missing or malformed.
    const credential = credentialOf(route, ctx.req.headers.authorization, params)
    const arrivedAt = options.services.clock.now()
    await run({ ctx, arrivedAt, params, credential, key: null, caller: noCaller, signedIn: notSignedIn })
  }
}

/**
 * Returns the checks of a route in the documented order: 401, 403, 429, 415 and 413, 400, idempotent replay, 404,
 * 409 and 422, 402. `answer` comes after them. It reads the body (415, 413, 400) and calls the use case, which
 * decides the rest.
 *
 * Use cases check an API key in the statement that does the work. If a request fails before that statement, its
 * credential is checked first, so that a caller with an invalid one learns nothing else.
 */
function checksOf(route: Route, options: GuardOptions): readonly Check[] {
  const { auth, throttle, body } = route
  const scope = publicScopeOf(auth)
  const hasToken = scope !== null || route.path.includes('{token}')
  return [
    ...(auth.kind === 'apiKey' || route.scope !== undefined
      ? [noteKeyRefusals(route, options.services)]
      : []),
    // Answers 421 instead of 401 and 404 if the credential belongs to an organization that moved to another
    // cell.
    ...(errorsOf(route).includes('ORGANIZATION_MOVED') ? [nameOtherCell(route, options.services)] : []),
    // Answers 401 if the person's session or the API key is not valid, and 403 if the role is too low, the key
    // lacks the scope or the route does not allow test mode.
    ...(auth.kind === 'session' ? admitManagers(route, auth, options) : []),
    noteRefusals(options.services),
    // Answers 429 after too many attempts from one client address, such as sign-ins.
    ...(throttle === undefined ? [] : [limitAttempts(throttle, options.services)]),
    // Answers 401 if the API key or token is unknown, and runs requests of test organizations at the time on
    // their clock.
    ...(auth.kind !== 'session' && hasToken ? [runAtTimeOfCredential(route, options)] : []),
    // Answers 429 if an API key or webhook URL exceeds its rate limit.
    ...(scope === null ? [] : [limitRate(scope, options)]),
    // Answers 401 to an unknown credential before a body is read that is expensive to read.
    ...(scope === null || body === undefined ? [] : [admitExpensiveBody(scope, options)]),
  ]
}

/**
 * Joins the checks of a route into one function that runs them in order and then answers the request. Each
 * check calls the next one.
 */
function inOrder(
  checks: readonly Check[],
  last: (call: GuardedCall) => Promise<void>,
): (call: GuardedCall) => Promise<void> {
  return checks.reduceRight<(call: GuardedCall) => Promise<void>>(
    (next, check) => (call) => check(call, () => next(call)),
    last,
  )
}
