import { NodeSecrets } from '../../../src/adapters/security/node-secrets.ts'
import { RingSealing } from '../../../src/adapters/security/ring-sealing.ts'
import { digest } from '../../../src/adapters/security/secret.ts'
import { JwtSessionTokens } from '../../../src/adapters/security/session-tokens.ts'
import { newSession } from '../../../src/domain/account/sessions/session.ts'
import { messageTokensOf, ringOf } from './ring.ts'

/** A test request as it reaches the proxy in front of several cells. */
export interface SampleCellRequest {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /**
   * The key by which the proxy's maps of moved organizations would list the test request; null if the maps do
   * not list such requests.
   */
  readonly moved: { readonly digest: string } | { readonly reader: string } | null
}

const prefix = '/api/v1'
const origin = 'https://spindle.example'
const someId = '01936f51-0000-7000-8000-000000000001'

/**
 * Returns one test request for every kind of credential that a proxy sees. The named cell has issued the
 * credentials.
 */
export async function cellRequests(cell: string | null, id = someId): Promise<readonly SampleCellRequest[]> {
  const ring = ringOf('x')
  const sealing = new RingSealing(ring)
  const secrets = new NodeSecrets(sealing, cell)
  const key = secrets.apiKey().secret
  const token = secrets.ingestToken(id).secret
  const event = secrets.eventToken().secret
  const state = secrets.connectState().secret
  const session = await new JwtSessionTokens(ring, cell).sign(newSession(id, id, new Date()))
  const link = messageTokensOf(ring, cell)
    .unsubscribeLinkFor({ organizationId: id, email: 'ada@example.com' })
    .replace(origin, '')
  const reader = link.replace('/unsubscribe/', '').replace(/^[a-z0-9]+\./, '')
  const other = { Cookie: 'theme=dark; other=eu9.x' }
  const of = (secret: string) => ({ digest: digest(secret) })
  return [
    request('an API key', 'POST', `${prefix}/public/ingest`, { Authorization: `Bearer ${key}` }, of(key)),
    request('an API key, in small letters', 'POST', `${prefix}/public/trigger/${id}`, {
      authorization: `bearer ${key}`,
    }),
    request('a webhook URL', 'POST', `${prefix}/public/data-tables/ingest/${token}`, {}, of(token)),
    request('a webhook URL with a query', 'POST', `${prefix}/public/data-tables/ingest/${token}?a=b`, other),
    request('a URL for events', 'POST', `${prefix}/channels/ses/${event}`, {}, of(event)),
    request('a session in a header', 'GET', `${prefix}/jobs`, { Authorization: `Bearer ${session}` }),
    request('a session in a cookie', 'GET', `${prefix}/jobs`, {
      Cookie: `theme=dark; spindle_session=${session}`,
    }),
    request('a session in a cookie of https', 'GET', `${prefix}/jobs`, {
      Cookie: `a=b; __Host-spindle_session=${session}; c=d`,
    }),
    request(
      'a consent that comes back',
      'GET',
      `${prefix}/channels/google/callback?state=${state}&code=x`,
      {},
    ),
    request('a sign-in that comes back', 'GET', `${prefix}/auth/oidc/callback?code=x&state=${state}`, other),
    request('a link to unsubscribe', 'GET', link, {}, { reader }),
    request('one-click unsubscribing', 'POST', link, {}, { reader }),
  ]
}

/** Test requests that name no cell. The proxy sends them to the default cell, whatever credential they contain. */
export const strayRequests: readonly SampleCellRequest[] = [
  request('sign-in', 'POST', `${prefix}/auth/sign-in`, {}),
  request('the console', 'GET', '/', {}),
  request('a made-up key', 'POST', `${prefix}/public/ingest`, { Authorization: 'Bearer svc_us2_x' }),
  request('a cell in capital letters', 'POST', `${prefix}/public/ingest`, {
    Authorization: `Bearer svc_US2_${'a'.repeat(36)}`,
  }),
  request('a cell that is too long', 'POST', `${prefix}/public/ingest`, {
    Authorization: `Bearer svc_us2us2us2_${'a'.repeat(36)}`,
  }),
  request('a cell that there is not', 'POST', `${prefix}/public/ingest`, {
    Authorization: `Bearer svc_mars_${'a'.repeat(36)}`,
  }),
  request('a key in a path', 'GET', `${prefix}/jobs/svc_us2_${'a'.repeat(36)}`, {}),
  request('a cell in the query', 'GET', `${prefix}/jobs?state=cst_us2_${'a'.repeat(36)}`, {}),
]

function request(
  name: string,
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  moved: SampleCellRequest['moved'] = null,
): SampleCellRequest {
  return { name, method, path, headers, moved }
}
