import type { EventProvider } from '../../../../domain/sender/inbound/event-provider.ts'
import {
  type EventToken,
  type EventTokenStore,
  EventTokens,
} from '../../../../ports/sender/inbound/event-tokens.ts'
import { type Database, execute, type Statement } from '../../database.ts'
import type { OpenTransaction } from '../../rows.ts'

const find: Statement = {
  name: 'find_event_token',
  text: 'select organization_id as id from event_tokens where digest = $1 and provider = $2',
}

const list: Statement = {
  name: 'list_event_tokens',
  text: `
    select organization_id as "organizationId", provider, digest, created_at as "createdAt"
      from event_tokens where organization_id = $1 order by provider`,
}

const put: Statement = {
  name: 'put_event_token',
  text: `
    insert into event_tokens (organization_id, provider, digest, created_at) values ($1, $2, $3, $4)
    on conflict (organization_id, provider) do update set digest = excluded.digest, created_at = excluded.created_at`,
}

const remove: Statement = {
  name: 'remove_event_token',
  text: 'delete from event_tokens where organization_id = $1 and provider = $2 returning 1',
}

export class PostgresEventTokens extends EventTokens {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async organizationOf(provider: EventProvider, digest: string): Promise<string | null> {
    const [row] = await this.#database.read<{ id: string }>(find, [digest, provider])
    return row?.id ?? null
  }

  override list(organizationId: string): Promise<readonly EventToken[]> {
    return this.#database.read<EventToken & { readonly [name: string]: unknown }>(list, [organizationId])
  }
}

export class PostgresEventTokenStore implements EventTokenStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async put({ organizationId, provider, digest, createdAt }: EventToken): Promise<void> {
    await execute(this.#tx.connection, put, [organizationId, provider, digest, createdAt])
  }

  async remove(organizationId: string, provider: EventProvider): Promise<boolean> {
    return (await execute(this.#tx.connection, remove, [organizationId, provider])).length > 0
  }
}
