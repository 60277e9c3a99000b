import type { Context } from 'koa'
import { assertFromOwnMachine } from '../request/caller/own-machine.ts'
import type { Route } from '../route.ts'
import { admitCredential, credentialOf } from './admission.ts'
import { answer } from './answer.ts'
import { type Check, type GuardedCall, type GuardOptions, noCaller, notSignedIn } from './call.ts'
import { admitPerson, limitAttempts, runAtTimeOfPerson } from './people.ts'
import { noteKeyRefusals, noteRefusals } from './refusals.ts'

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
  const { auth, throttle, scope } = route
  const hasToken = auth.kind !== 'session' && (auth.kind !== 'none' || route.path.includes('{token}'))
  return [
    ...(auth.kind === 'apiKey' || scope !== undefined ? [noteKeyRefusals(route, options.services)] : []),
    // Answers 401 if the person's session or the API key is not valid, and 403 if the role is too low, the key
    // lacks the scope or the route does not allow test mode.
    ...(auth.kind === 'session' ? admitManagers(route, options) : []),
    noteRefusals(options.services),
    // Answers 429 after too many attempts from one client address, such as sign-ins.
    ...(throttle === undefined ? [] : [limitAttempts(throttle, options.services)]),
    // Answers 401, 403, 421 or 429 as the API key or token deserves, before the body is read.
    ...(hasToken ? [admitCredential(route, options)] : []),
  ]
}

/** Returns the checks that admit the callers of a route for sessions: people and, if it has a scope, API keys. */
function admitManagers(route: Route, options: GuardOptions): readonly Check[] {
  const person = [admitPerson(route, options), runAtTimeOfPerson(route, options)]
  if (route.scope === undefined) return person
  const isByKey = ({ credential }: GuardedCall) => credential.digest !== ''
  const key = admitCredential(route, options)
  return [
    ...person.map(
      (check): Check =>
        (call, next) =>
          isByKey(call) ? next() : check(call, next),
    ),
    (call, next) => (isByKey(call) ? key(call, next) : next()),
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
