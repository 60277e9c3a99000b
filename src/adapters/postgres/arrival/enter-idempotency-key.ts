import type pg from 'pg'
import type { EarlierAnswer } from '../../../domain/idempotency.ts'
import { execute } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'

const enterIdempotencyKeys = sqlFunction(
  'claim_idempotency_keys',
  'p_now',
  'entry_organizations',
  'entry_routes',
  'entry_keys',
  'entry_fingerprints',
  'entry_answers',
)

/** An idempotency key with the organization and the route for which a request used it. */
export interface EnteredKey {
  readonly organizationId: string
  readonly route: string
  readonly key: string
}

/** Stores an idempotency key with its answer. Returns false if the key is used, and stores nothing then. */
export async function enterIdempotencyKey(
  connection: pg.Client,
  { organizationId, route, key }: EnteredKey,
  { fingerprint, answer }: EarlierAnswer<object>,
  at: Date,
): Promise<boolean> {
  const call = enterIdempotencyKeys({
    p_now: at,
    entry_organizations: [organizationId],
    entry_routes: [route],
    entry_keys: [key],
    entry_fingerprints: [fingerprint],
    entry_answers: [JSON.stringify(answer)],
  })
  const [entered] = await execute<{ may_go_on: boolean[] }>(connection, ...call)
  return entered?.may_go_on[0] === true
}
