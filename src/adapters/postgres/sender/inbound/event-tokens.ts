import type { EventProvider } from '../../../../domain/sender/inbound/event-provider.ts'
import {
  type EventToken,
  type EventTokenStore,
  EventTokens,
} from '../../../../ports/sender/inbound/event-tokens.ts'
import type { Database, Statement } from '../../database.ts'
import { entity, type OpenTransaction } from '../../rows.ts'
import { fieldsOf, type Selected } from '../../schema/columns.ts'

const eventTokens = entity('event_tokens', 'organizationId', 'provider', 'digest', 'createdAt')

const organization = fieldsOf('event_tokens', 'organizationId')

// Finds the holder of a credential by a prepared statement, because every event of a provider needs it.
const findOrganization: Statement = {
  name: 'find_event_token',
  text: `select ${organization.selected()} from event_tokens where digest = $1 and provider = $2`,
}

export class PostgresEventTokens extends EventTokens {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async organizationOf(provider: EventProvider, digest: string): Promise<string | null> {
    type Row = Selected<typeof organization>
    const [row] = await this.#database.read<Row>(findOrganization, [digest, provider])
    return row?.organizationId ?? null
  }

  override list(organizationId: string): Promise<readonly EventToken[]> {
    return eventTokens.committed(this.#database).list({ organizationId }, 'provider')
  }
}

export class PostgresEventTokenStore implements EventTokenStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  put(token: EventToken): Promise<void> {
    return eventTokens.within(this.#tx).put(token)
  }

  async remove(organizationId: string, provider: EventProvider): Promise<boolean> {
    return (await eventTokens.within(this.#tx).remove({ organizationId, provider })) > 0
  }
}
