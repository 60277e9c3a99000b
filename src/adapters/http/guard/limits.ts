import type { Throttled } from '../../../domain/account/sessions/throttle.ts'
import { DomainError } from '../../../domain/errors.ts'
import { clientAddressOf } from '../request/caller/address.ts'
import type { Callers } from '../request/caller/callers.ts'
import type { Services } from '../services.ts'
import type { Check, GuardedCall } from './call.ts'

/** Refuses a request if its address has used up the attempts of a kind, such as sign-ins. */
export function limitAttempts(what: Throttled, { throttle }: Services): Check {
  return async ({ ctx }, next) => {
    await throttle.attempt(what, 'perAddress', clientAddressOf(ctx.ip))
    await next()
  }
}

/**
 * Counts a request against the rate limits of its caller, and refuses it if one is used up. The response says how much
 * of the limit is left.
 */
export function limitRate({ ctx }: GuardedCall, digest: string, callers: Callers): void {
  const quota = callers.take(digest)
  if (quota === null) return
  ctx.res.setHeader('RateLimit-Limit', quota.limit)
  ctx.res.setHeader('RateLimit-Remaining', quota.remaining)
  ctx.res.setHeader('RateLimit-Reset', quota.secondsToFull)
  if (quota.retryAfter !== null) throw tooFast(quota.retryAfter)
}

function tooFast(retryAfter: number): DomainError {
  const message = `Too many requests from this client; try again in ${retryAfter} s`
  return new DomainError('RATE_LIMITED', { message, retryAfter })
}
