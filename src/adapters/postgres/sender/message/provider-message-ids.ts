import {
  ProviderMessageIds,
  type ReadMessageId,
  type UnreadMessage,
} from '../../../../ports/sender/message/provider-message-ids.ts'
import type { Database, Statement } from '../../database.ts'

const due: Statement = {
  name: 'messages_without_provider_id',
  text: `
    with oldest as (
      select id from messages where sender_id = $1 and reads_id order by id limit $2::int - $2::int / 2
    ), newest as (
      select id from messages where sender_id = $1 and reads_id order by id desc limit $2::int / 2
    )
    select id, message_id as "messageId", provider_id as "providerId", address, created_at as "createdAt"
      from messages where id in (select id from oldest union select id from newest) order by id`,
}

const keep: Statement = {
  name: 'keep_provider_message_ids',
  text: `
    update messages m
       set reads_id = false, provider_message_id = r.message_id, provider_id = coalesce(m.provider_id, r.provider_id),
           provider_thread = coalesce(m.provider_thread, r.thread)
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) r(id, message_id, provider_id, thread)
     where m.id = r.id and m.reads_id
    returning m.id`,
}

export class PostgresProviderMessageIds extends ProviderMessageIds {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override due(senderId: string, most: number): Promise<readonly UnreadMessage[]> {
    type Row = UnreadMessage & { readonly [name: string]: unknown }
    return this.#database.read<Row>(due, [senderId, most])
  }

  override async keep(ids: readonly ReadMessageId[]): Promise<void> {
    if (ids.length === 0) return
    await this.#database.write(keep, [
      ids.map(({ id }) => id),
      ids.map(({ providerMessageId }) => providerMessageId),
      ids.map(({ providerId }) => providerId),
      ids.map(({ providerThread }) => providerThread),
    ])
  }
}
