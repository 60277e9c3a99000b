import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import type { Sender } from '../../../domain/sender/sender.ts'
import type { SenderStore } from '../../../ports/sender/senders.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { sqlFunction } from '../sql-function.ts'
import { type SenderRow, senderColumns, senderValues, writtenColumns } from './sender-rows.ts'

const list: Statement = {
  name: 'senders_of_organization',
  text: `select ${senderColumns} from senders s where organization_id = $1 order by id`,
}

// Locks a sender that is to be edited. The weak lock ("no key") lets transactions that mark messages read the
// row without waiting.
const lock: Statement = {
  name: 'lock_sender',
  text: `select ${senderColumns} from senders s where organization_id = $1 and id = $2 for no key update`,
}

const add: Statement = {
  name: 'add_sender',
  text: `
    insert into senders (${writtenColumns}, created_at, credentials, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
}

// Makes the DNS records of a sender's domain due for a check within a minute. Does nothing in test mode,
// which asks no name server.
const addDomain: Statement = {
  name: 'add_sender_domain',
  text: `
    insert into sender_domains (sender_id, due_at)
    select $1::uuid, $2::timestamptz where not exists (
      select from senders s join test_clocks c on c.organization_id = s.organization_id where s.id = $1)`,
}

const save: Statement = {
  name: 'save_sender',
  text: `
    update senders set (${writtenColumns}) = ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     where id = $1`,
}

const saveCredentials: Statement = {
  name: 'save_sender_credentials',
  text: 'update senders set credentials = $2, expires_at = $3 where id = $1',
}

const keepPlace: Statement = {
  name: 'keep_mailbox_place',
  text: 'update mailboxes set cursor = $2 where sender_id = $1 and cursor is null',
}

const credentials: Statement = {
  name: 'credentials_of_sender',
  text: 'select credentials from senders where id = $1',
}

const remove: Statement = { name: 'remove_sender', text: 'delete from senders where id = $1' }

const publishedSpinners: Statement = {
  name: 'published_spinners_of_sender',
  text: `
    select p.name from spinners p
      join spinner_versions v on v.spinner_id = p.id and v.version = p.published_version
     where p.organization_id = $1 and jsonb_path_exists(v.steps, '$.**.senders[*] ? (@ == $id)', jsonb_build_object('id', $2::text))
     order by p.id limit 10`,
}

const knowsZone = sqlFunction('knows_zone', 'p_zone')

export class PostgresSenderStore implements SenderStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  of(organizationId: string): Promise<readonly Sender[]> {
    return execute<SenderRow>(this.#tx.connection, list, [organizationId])
  }

  async lock(organizationId: string, id: string): Promise<Sender | null> {
    const [row] = await execute<SenderRow>(this.#tx.connection, lock, [organizationId, id])
    return row ?? null
  }

  async knowsZone(timeZone: string): Promise<boolean> {
    const call = knowsZone({ p_zone: timeZone })
    const [row] = await execute<{ knows_zone: boolean }>(this.#tx.connection, ...call)
    return row?.knows_zone ?? false
  }

  async add(sender: Sender, sealed: string | null, expiresAt: Date | null): Promise<void> {
    const values = [...senderValues(sender), sender.createdAt, sealed, expiresAt]
    await execute(this.#tx.connection, add, values)
    await execute(this.#tx.connection, addDomain, [sender.id, sender.createdAt])
  }

  async save(sender: Sender): Promise<void> {
    await execute(this.#tx.connection, save, senderValues(sender))
  }

  async saveCredentials(id: string, sealed: string, expiresAt: Date | null): Promise<void> {
    await execute(this.#tx.connection, saveCredentials, [id, sealed, expiresAt])
  }

  async keepPlace(id: string, place: MailboxCursor): Promise<void> {
    await execute(this.#tx.connection, keepPlace, [id, JSON.stringify(place)])
  }

  async credentialsOf(id: string): Promise<string | null> {
    const [row] = await execute<{ credentials: string | null }>(this.#tx.connection, credentials, [id])
    return row?.credentials ?? null
  }

  async remove(id: string): Promise<void> {
    await execute(this.#tx.connection, remove, [id])
  }

  async publishedSpinnersOf(organizationId: string, id: string): Promise<readonly string[]> {
    const values = [organizationId, id]
    const rows = await execute<{ name: string }>(this.#tx.connection, publishedSpinners, values)
    return rows.map(({ name }) => name)
  }
}
