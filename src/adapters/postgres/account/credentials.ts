import { noPassword } from '../../../domain/account/account.ts'
import { AllowedNetworks } from '../../../domain/account/api-keys/allowed-networks.ts'
import type { CredentialHolder } from '../../../domain/account/api-keys/credential-holder.ts'
import type { KeyRefusal } from '../../../domain/account/api-keys/key-refusal.ts'
import {
  mustSetUpSecondFactor,
  type SetUpFacts,
} from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { DomainError } from '../../../domain/errors.ts'
import { Credentials } from '../../../ports/account/credentials.ts'
import { type DepartureRow, refusalFrom } from '../cell/organization-refusals.ts'
import type { Database, Statement } from '../database.ts'
import { type KeyHolderRow, readKeyHolder } from '../plan/key-holder.ts'
import { fieldsOf, type RowOf, type Selected, type TableFields } from '../schema/columns.ts'
import { timeOf } from '../schema/organization-clock.ts'
import { SharedReads } from '../shared-reads.ts'
import { RefusalBatch } from './api-keys/refusal-batch.ts'
import { UsageBatch } from './usage-batch.ts'
import { type UserRow, userColumns, userFrom } from './users.ts'

// Looks for a departure only if no credential has the digest, because the digests of an organization that has left the
// cell are renamed. The function is an item of a select list, because PostgreSQL would call it for every credential in a
// list of tables.
const findHolder: Statement = {
  name: 'find_credential_holder',
  text: `
    select h.kind, h.id, h.name, h.project_ids, h.scopes, h.expires_at, h.revoked_at, h.allowed_networks,
           coalesce(h.organization_id, (d.departure).organization_id) as organization_id,
           h.kind <> 'apiKey' or p.has_api_keys as plan_allows_api_keys,
           h.requests_per_second as by_credential, p.requests_per_second as by_organization,
           ${timeOf('h.organization_id', 'null')} as test_now,
           (d.departure).status, (d.departure).cell, (d.departure).url, (d.departure).until
      from (select $1::text as digest) r
      left join lateral (
        select 'apiKey' as kind, k.id, k.name, k.project_ids, k.organization_id, k.scopes, k.expires_at, k.revoked_at,
               k.allowed_networks, k.requests_per_second
          from api_keys k where k.digest = r.digest
        union all
        select 'webhookUrl', t.id, t.name, null, t.organization_id, '{ingest}', null, null, null, null
          from data_tables t where t.ingest_token_digest = r.digest
        union all
        select 'webhookUrl', t.id, t.name, null, t.organization_id, '{ingest}', t.previous_token_until, null, null, null
          from data_tables t where t.previous_token_digest = r.digest
        union all
        select 'eventToken', e.organization_id, e.provider, null, e.organization_id, '{}', null, null, null, null
          from event_tokens e where e.digest = r.digest
      ) h on true
      left join organizations o on o.id = h.organization_id
      left join plans p on p.id = o.plan_id
      left join lateral (
        select departure_of(p_digest => r.digest, p_organization => null) as departure where h.kind is null) d on true`,
}

const noteUses: Statement = {
  name: 'note_key_usage',
  text: `
    update api_keys k set last_used_at = u.at
      from unnest($1::text[], $2::timestamptz[]) u(digest, at)
     where k.digest = u.digest and (k.last_used_at is null or k.last_used_at < u.at)`,
}

const client = fieldsOf('sessions', 'expiresAt', 'howEnded', 'kind', 'userAgent', 'ipAddress', 'vouchedBy')

const findSession: Statement = {
  name: 'find_session',
  text: `
    select s.id as "sessionId", s.created_at as "startedAt", ${client.selected('s')},
           coalesce(s.last_seen_at, s.created_at) as "lastSeenAt", ${userColumns},
           o.id as "testId", ${timeOf('o.id', 'null')} as "testNow", d.until as "deletesAt",
           r.second_factor_required_at as "requiredAt", a.password_hash <> '${noPassword}' as "hasPassword",
           r.second_factor_required_at is not null and exists (
             select from second_factors f where f.account_id = u.account_id and f.confirmed_at is not null) as "hasSecondFactor"
      from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
      join organizations r on r.id = u.organization_id
      left join organization_departures d on d.organization_id = u.organization_id and d.status in ('grace', 'deleting')
      left join organizations o on s.is_test_mode and o.test_of = u.organization_id
     where s.id = $1`,
}

const noteSessionUses: Statement = {
  name: 'note_session_usage',
  text: `
    update sessions s set last_seen_at = u.at
      from unnest($1::text[], $2::timestamptz[]) u(id, at)
     where s.id = u.id::uuid and coalesce(s.last_seen_at, s.created_at) < u.at`,
}

interface SessionRow extends UserRow, Selected<typeof client>, Omit<SetUpFacts, 'session'> {
  readonly sessionId: TableFields<'sessions'>['id']
  readonly startedAt: TableFields<'sessions'>['createdAt']
  readonly lastSeenAt: Date
  readonly testId: TableFields<'organizations'>['id'] | null
  readonly testNow: Date | null
  readonly deletesAt: Date | null
}

type KeyColumns = Pick<RowOf<'api_keys'>, 'name' | 'project_ids' | 'allowed_networks'>

interface HolderRow extends KeyHolderRow, DepartureRow, KeyColumns {
  readonly kind: CredentialHolder['kind']
  readonly by_credential: RowOf<'api_keys'>['requests_per_second']
  readonly by_organization: RowOf<'plans'>['requests_per_second']
  readonly test_now: Date | null
}

export class PostgresCredentials extends Credentials {
  readonly #database: Database
  readonly #looks = new SharedReads<CredentialHolder | DomainError | null>()
  readonly #uses: UsageBatch
  readonly #sessionUses: UsageBatch
  readonly #refusals: RefusalBatch

  constructor(database: Database) {
    super()
    this.#database = database
    this.#uses = new UsageBatch(database, noteUses)
    this.#sessionUses = new UsageBatch(database, noteSessionUses)
    this.#refusals = new RefusalBatch(database)
  }

  /** Requests that bring the same credential at the same time share one query. */
  override find(digest: string): Promise<CredentialHolder | DomainError | null> {
    return this.#looks.read(digest, async () => {
      const [row] = await this.#database.read<HolderRow>(findHolder, [digest])
      return row === undefined ? null : (holderFrom(row) ?? refusalFrom(row))
    })
  }

  override async signedIn(sessionId: string): Promise<SignedIn | null> {
    const [row] = await this.#database.read<SessionRow>(findSession, [sessionId])
    if (row === undefined) return null
    const { expiresAt, howEnded: end, kind, userAgent, ipAddress, lastSeenAt, vouchedBy } = row
    const ids = { id: row.sessionId, userId: row.id, createdAt: row.startedAt }
    const session = { ...ids, expiresAt, end, kind, userAgent, ipAddress, lastSeenAt, vouchedBy }
    const { testId, testNow, deletesAt } = row
    const test = testId === null || testNow === null ? null : { organizationId: testId, now: testNow }
    return {
      session,
      user: userFrom(row),
      test,
      ...(mustSetUpSecondFactor({ ...row, session }) ? { mustSetUpSecondFactor: true } : {}),
      ...(deletesAt === null ? {} : { deletesAt }),
    }
  }

  override noteUse(digest: string, at: Date): void {
    this.#uses.note(digest, at)
  }

  override noteSessionUse(sessionId: string, at: Date): void {
    this.#sessionUses.note(sessionId, at)
  }

  override noteRefusal(digest: string, refusal: KeyRefusal): void {
    this.#refusals.note(digest, refusal)
  }
}

function holderFrom(row: HolderRow): CredentialHolder | null {
  const holder = readKeyHolder(row)
  if (holder === null) return null
  const { kind, name, organization_id: organizationId, allowed_networks: networks, test_now: now } = row
  return {
    ...holder,
    kind,
    name,
    projectIds: row.project_ids,
    allowedNetworks: networks && new AllowedNetworks(networks),
    rates: { ofCredential: row.by_credential, organization: row.by_organization },
    test: now === null ? null : { organizationId, now },
  }
}
