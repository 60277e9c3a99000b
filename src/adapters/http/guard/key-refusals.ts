import { DomainError } from '../../../domain/errors.ts'
import { EdgeError, entryOf } from '../errors.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import type { Check } from './call.ts'

/**
 * Collects the refusals of requests with an API key, for the page of the key. It only puts them into memory, so a
 * refusal costs no statement of its own. Faults of the service (5xx) are no refusals.
 */
export function noteKeyRefusals({ path }: Route, { apiKeyQueries, clock, clockScope }: Services): Check {
  return async (call, next) => {
    try {
      await next()
    } catch (error) {
      const refused = call.credential.kind === 'apiKey' && call.credential.digest !== '' && refusalOf(error)
      if (refused)
        apiKeyQueries.noteRefusal(call.credential.digest, {
          ...refused,
          method: call.ctx.method,
          address: call.ctx.ip,
          path,
          at: clockScope.outside(() => clock.now()),
        })
      throw error
    }
  }
}

function refusalOf(error: unknown): { readonly status: number; readonly code: string } | null {
  if (!(error instanceof DomainError || error instanceof EdgeError)) return null
  const { code, status } = entryOf(error.code)
  return status >= 500 ? null : { code, status }
}
