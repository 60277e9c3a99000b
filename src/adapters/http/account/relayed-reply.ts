import type { CellReply } from '../../../ports/cell/cell-directory.ts'
import type { Answer } from '../response.ts'
import type { Services } from '../services.ts'

/**
 * Returns the answer to a person's request that another cell has answered. Sets the cookie of the session that the cell
 * has opened, or of the sign-in with OpenID Connect that it has begun.
 */
export function relayed({ status, body }: CellReply, requestId: string, services: Services): Answer {
  if (status === 204) return { status }
  if (status >= 400)
    return {
      status,
      body: { ...body, requestId },
      headers: { 'Content-Type': 'application/problem+json' },
    }
  const { token, expiresAt, url } = body as Readonly<Record<string, string | undefined>>
  if (url !== undefined) return { status, body, headers: atProvider(url, services) }
  const session = { createdAt: services.clock.now(), expiresAt: new Date(expiresAt ?? '') }
  return { status, body, headers: token === undefined ? {} : services.cookie.set(token, session) }
}

/** Returns the headers of a sign-in that another cell has begun. The URL of the provider contains its state. */
function atProvider(url: string, { stateCookie }: Services): Readonly<Record<string, string>> {
  const state = new URL(url).searchParams.get('state') ?? ''
  return { ...stateCookie.set(state), 'Cache-Control': 'no-store' }
}
