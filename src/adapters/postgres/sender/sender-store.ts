import type { ConnectState, StateFault } from '../../../domain/sender/connect-state.ts'
import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import type { Sender } from '../../../domain/sender/sender.ts'
import type { Resumption, SenderStore } from '../../../ports/sender/senders.ts'
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

// Locks the budget before the sender, as marking and resuming do (docs/locks.md, sending). Deleting the sender
// deletes its budget, and would otherwise wait for it with the sender locked.
const lockBudget: Statement = {
  name: 'lock_budget_of_sender',
  text: `
    select from sender_budgets b
     where b.sender_id = (select s.id from senders s where s.organization_id = $1 and s.id = $2) for update`,
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

const addConnectState: Statement = {
  name: 'add_connect_state',
  text: `
    with outdated as (
      delete from connect_states where expires_at < $7::timestamptz - interval '1 day'
    )
    insert into connect_states
      (digest, kind, organization_id, user_id, session_id, checks, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

const takeConnectState: Statement = {
  name: 'take_connect_state',
  text: `
    update connect_states set used_at = $3
     where digest = $1 and session_id = $2 and used_at is null and expires_at > $3
    returning digest, kind, organization_id as "organizationId", user_id as "userId", session_id as "sessionId",
              checks, created_at as "createdAt", expires_at as "expiresAt"`,
}

const faultOfConnectState: Statement = {
  name: 'fault_of_connect_state',
  text: `
    select case when session_id <> $2 then 'otherSession' when used_at is not null then 'used' else 'expired' end as fault
      from connect_states where digest = $1`,
}

const resumeSender = sqlFunction('resume_sender', 'p_organization', 'p_sender', 'p_spinner', 'p_at')

const askSenderAgain = sqlFunction('ask_sender_again', 'p_sender', 'p_at')

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

  async lockToRemove(organizationId: string, id: string): Promise<Sender | null> {
    await execute(this.#tx.connection, lockBudget, [organizationId, id])
    return this.lock(organizationId, id)
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

  async addConnectState(state: ConnectState): Promise<void> {
    const { digest, kind, organizationId, userId, sessionId, checks, createdAt, expiresAt } = state
    const values = [digest, kind, organizationId, userId, sessionId, checks, createdAt, expiresAt]
    await execute(this.#tx.connection, addConnectState, values)
  }

  async takeConnectState(digest: string, sessionId: string, at: Date): Promise<ConnectState | StateFault> {
    const { connection } = this.#tx
    const [state] = await execute<ConnectState>(connection, takeConnectState, [digest, sessionId, at])
    if (state !== undefined) return state
    const [row] = await execute<{ fault: StateFault }>(connection, faultOfConnectState, [digest, sessionId])
    return row?.fault ?? 'unknown'
  }

  async resume({ organizationId, senderId, spinnerId, at }: Resumption): Promise<boolean | null> {
    const call = resumeSender({
      p_organization: organizationId,
      p_sender: senderId,
      p_spinner: spinnerId,
      p_at: at,
    })
    const [row] = await execute<{ resume_sender: boolean | null }>(this.#tx.connection, ...call)
    return row?.resume_sender ?? null
  }

  async askAgain(senderId: string, at: Date): Promise<void> {
    await execute(this.#tx.connection, ...askSenderAgain({ p_sender: senderId, p_at: at }))
  }
}
