import type { Route } from 'playwright-core'

/** Answers an intercepted request of the console with status 503 and an error code. The service does not get it. */
export async function refuse(route: Route, code: 'OVERLOADED' | 'OUTCOME_UNKNOWN'): Promise<void> {
  const problem = {
    ok: false,
    code,
    title: code,
    message: `Refused with ${code}`,
    status: 503,
    requestId: 'none',
  }
  await route.fulfill({ status: 503, json: { ...problem, type: `/docs/errors#${code}` } })
}
