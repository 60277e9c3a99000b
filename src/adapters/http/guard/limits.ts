import type { PublicScope as Scope } from '../../../domain/account/api-keys/scope.ts'
import type { Throttled } from '../../../domain/account/sessions/throttle.ts'
import { DomainError } from '../../../domain/errors.ts'
import { requiresCallerCheck } from '../request/body/body.ts'
import { clientAddressOf } from '../request/caller/address.ts'
import type { Callers } from '../request/caller/callers.ts'
import type { Services } from '../services.ts'
import type { Check, GuardedCall, GuardOptions } from './call.ts'

/** Refuses a request if its address has used up the attempts of a kind, such as sign-ins. */
export function limitAttempts(what: Throttled, { throttle }: Services): Check {
  return async ({ ctx }, next) => {
    await throttle.attempt(what, 'perAddress', clientAddressOf(ctx.ip))
    await next()
  }
}

/**
 * Refuses a request if its caller has used up the rate limit. The response says how much of the limit is left.
 */
export function limitRate(scope: Scope, { callers }: Pick<GuardOptions, 'callers'>): Check {
  return (call, next) => {
    takeQuota(call, scope, callers)
    return next()
  }
}

/** Counts a request against the rate limit of its caller. `scope` is null on management routes. */
export function takeQuota(
  { ctx, credential }: Pick<GuardedCall, 'ctx' | 'credential'>,
  scope: Scope | null,
  callers: Callers,
): void {
  const quota = callers.take(credential, scope)
  if (quota === null) return
  ctx.res.setHeader('RateLimit-Limit', quota.limit)
  ctx.res.setHeader('RateLimit-Remaining', quota.remaining)
  ctx.res.setHeader('RateLimit-Reset', quota.secondsToFull)
  if (quota.retryAfter !== null) throw tooFast(quota.retryAfter)
}

/**
 * Refuses an unknown credential before an expensive body is read. For cheap bodies, the statement that does the
 * work checks the credential.
 */
export function admitExpensiveBody(scope: Scope, { callers }: Pick<GuardOptions, 'callers'>): Check {
  const admitFirst: Check = async ({ credential }, next) => {
    await callers.admit(credential, scope)
    await next()
  }
  return (call, next) =>
    requiresCallerCheck(call.ctx.req) && !callers.has(call.credential, scope)
      ? admitFirst(call, next)
      : next()
}

function tooFast(retryAfter: number): DomainError {
  const message = `Too many requests from this client; try again in ${retryAfter} s`
  return new DomainError('RATE_LIMITED', { message, retryAfter })
}
