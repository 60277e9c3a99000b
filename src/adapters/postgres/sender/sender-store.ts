import { waitsForNoSender } from '../../../domain/reason.ts'
import type { ConnectState, StateFault } from '../../../domain/sender/connect-state.ts'
import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import type { Sender } from '../../../domain/sender/sender.ts'
import { mailTypes } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { Resumption, SenderStore } from '../../../ports/sender/senders.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import { fieldsOf, type RowOf, type Selected } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { senderIn, senderRow, senders } from './sender-rows.ts'

const mailboxes = entity('mailboxes', 'senderId', 'cursor')

const credentials = entity('senders', 'credentials')

// Locks a sender's daily budget before the sender is deleted, as marking and resuming do (docs/locks.md,
// sending). Deleting the sender also deletes its budget; with the sender locked first, two transactions could
// deadlock.
const lockBudget: Statement = {
  name: 'lock_budget_of_sender',
  text: `
    select from sender_budgets b
     where b.sender_id = (select s.id from senders s where s.organization_id = $1 and s.id = $2) for update`,
}

// Locks the default sender and the sender that replaces it in the order of their ids; otherwise a request that
// publishes a spinner with both senders can deadlock with the change of the default.
const lockDefaults: Statement = {
  name: 'lock_default_senders',
  text: `
    select from senders where organization_id = $1 and (is_default or id = $2) order by id for no key update`,
}

const unsetOtherDefault: Statement = {
  name: 'unset_other_default_sender',
  text: `
    update senders set is_default = false, revision = revision + 1
     where organization_id = $1 and is_default and id <> $2
    returning id`,
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

// Reads the unfinished jobs one status after the other, because each status has a small index of its own.
const versionsInUse = `
           (select s.id, s.published_version from spinners s where s.organization_id = $1
            union select q.spinner_id, q.spinner_version from jobs q where q.organization_id = $1 and q.status = 'queued'
            union select r.spinner_id, r.spinner_version from jobs r
                   where r.organization_id = $1 and r.status = 'running'
            union select l.spinner_id, l.spinner_version from jobs l
                   where l.organization_id = $1 and l.status = 'scheduled'
            union select h.spinner_id, h.spinner_version from jobs h
                   where h.organization_id = $1 and h.status = 'paused')`

/**
 * Returns a statement that selects the names of ten spinners at most. Each of them has a published version, or a version
 * of an unfinished job, whose steps (`v.steps`) meet the SQL condition.
 */
function spinnersInUse(name: string, condition: string): Statement {
  const text = `
    select p.name
      from ${versionsInUse} u(spinner_id, version)
      join spinners p on p.id = u.spinner_id
      join spinner_versions v on v.spinner_id = u.spinner_id and v.version = u.version
     where ${condition}
     group by p.id, p.name order by p.id limit 10`
  return { name, text }
}

/** Returns the SQL condition that a step of the version `v` names the sender with an id. */
function namesSender(id: string): string {
  return `jsonb_path_exists(v.steps, '$.**.senders[*] ? (@ == $id)', jsonb_build_object('id', ${id}))`
}

/** Returns the SQL condition that a step of the version `v` sends mail, by its type, and names no sender. */
function namesNoSender(types: string): string {
  return `jsonb_path_exists(
    v.steps, '$.** ? (@.type == $types[*] && !exists(@.senders[*]))', jsonb_build_object('types', ${types}))`
}

const spinnersThatName = spinnersInUse('spinners_that_name_sender', namesSender('$2::text'))

const spinnersByDefault = spinnersInUse('spinners_by_default_sender', namesNoSender('$2::text[]'))

// Reads the job's steps and the counts of its slices, because a job may have a million recipients. Does not read the
// times that the senders have given, because a commit that is just marking messages may give more.
const scheduledFor: Statement = {
  name: 'senders_scheduled_for_job',
  text: `
    select s.id
      from jobs j
      join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
      join senders s on s.organization_id = j.organization_id
     where j.id = $1
       and (${namesSender('s.id')} or (s.is_default and ${namesNoSender('$2::text[]')}))
       and exists (
         select from slices x
          where x.job_id = j.id and is_unfinished_slice(x.state) and (x.lease_holder is not null or exists (
            select from jsonb_array_elements(x.reasons) r
             where r ->> 'state' = 'waiting' and r ->> 'code' <> all($3::text[]))))
     order by s.id`,
}

const spendDeploymentMessage = sqlFunction('spend_deployment_message', 'p_organization', 'p_now')
const knowsZone = sqlFunction('knows_zone', 'p_zone')

const makeMailboxDue = sqlFunction('make_mailbox_due', 'p_sender')

const addConnectState: Statement = {
  name: 'add_connect_state',
  text: `
    with outdated as (
      delete from sender_oauth_states where expires_at < $7::timestamptz - interval '1 day'
    )
    insert into sender_oauth_states
      (digest, kind, organization_id, user_id, session_id, encrypted_verifier, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

const connectState = fieldsOf(
  'sender_oauth_states',
  'digest',
  'kind',
  'organizationId',
  'userId',
  'sessionId',
  'encryptedVerifier',
  'createdAt',
  'expiresAt',
)

const takeConnectState: Statement = {
  name: 'take_connect_state',
  text: `
    update sender_oauth_states set used_at = $3
     where digest = $1 and session_id = $2 and used_at is null and expires_at > $3
    returning ${connectState.selected()}`,
}

const faultOfConnectState: Statement = {
  name: 'fault_of_connect_state',
  text: `
    select case when session_id <> $2 then 'otherSession' when used_at is not null then 'used' else 'expired' end as fault
      from sender_oauth_states where digest = $1`,
}

const endPauses = sqlFunction('end_sender_pauses', 'p_organization', 'p_sender', 'p_spinner', 'p_at')

export class PostgresSenderStore implements SenderStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async of(organizationId: string): Promise<readonly Sender[]> {
    return (await senders.within(this.#tx).list({ organizationId }, 'id')).map(senderIn)
  }

  async lock(organizationId: string, id: string): Promise<Sender | null> {
    const row = await senders.within(this.#tx).lock({ organizationId, id })
    return row && senderIn(row)
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
    await senders.within(this.#tx).add(senderRow(sender), { credentials: sealed, expiresAt })
    await execute(this.#tx.connection, addDomain, [sender.id, sender.createdAt])
  }

  async save(sender: Sender): Promise<void> {
    const { id, createdAt: _createdAt, ...row } = senderRow(sender)
    await senders.within(this.#tx).patch({ id }, row)
  }

  async unsetOtherDefault(organizationId: string, id: string): Promise<string | null> {
    const { connection } = this.#tx
    await execute(connection, lockDefaults, [organizationId, id])
    const [former] = await execute<{ id: string }>(connection, unsetOtherDefault, [organizationId, id])
    return former?.id ?? null
  }

  async saveCredentials(id: string, sealed: string, expiresAt: Date | null): Promise<void> {
    await senders.within(this.#tx).patch({ id }, { credentials: sealed, expiresAt })
    await execute(this.#tx.connection, ...makeMailboxDue({ p_sender: id }))
  }

  async keepPlace(id: string, place: MailboxCursor): Promise<void> {
    await mailboxes.within(this.#tx).patch({ senderId: id, cursor: null }, { cursor: place })
  }

  async credentialsOf(id: string): Promise<string | null> {
    return (await credentials.within(this.#tx).find({ id }))?.credentials ?? null
  }

  async spendDeploymentMessage(organizationId: string, at: Date): Promise<boolean> {
    const call = spendDeploymentMessage({ p_organization: organizationId, p_now: at })
    type Row = { readonly spend_deployment_message: boolean }
    const [row] = await execute<Row>(this.#tx.connection, ...call)
    return row?.spend_deployment_message ?? true
  }

  async remove(id: string): Promise<void> {
    await senders.within(this.#tx).remove({ id })
  }

  async spinnersThatName(organizationId: string, id: string): Promise<readonly string[]> {
    const values = [organizationId, id]
    const { connection } = this.#tx
    const rows = await execute<Pick<RowOf<'spinners'>, 'name'>>(connection, spinnersThatName, values)
    return rows.map(({ name }) => name)
  }

  async spinnersByDefault(organizationId: string): Promise<readonly string[]> {
    const values = [organizationId, mailTypes]
    const { connection } = this.#tx
    const rows = await execute<Pick<RowOf<'spinners'>, 'name'>>(connection, spinnersByDefault, values)
    return rows.map(({ name }) => name)
  }

  async scheduledFor(jobId: string): Promise<readonly string[]> {
    const values = [jobId, mailTypes, waitsForNoSender]
    const rows = await execute<Pick<RowOf<'senders'>, 'id'>>(this.#tx.connection, scheduledFor, values)
    return rows.map(({ id }) => id)
  }

  async addConnectState(state: ConnectState): Promise<void> {
    const { digest, kind, organizationId, userId, sessionId, encryptedVerifier, createdAt, expiresAt } = state
    const values = [digest, kind, organizationId, userId, sessionId, encryptedVerifier, createdAt, expiresAt]
    await execute(this.#tx.connection, addConnectState, values)
  }

  async takeConnectState(digest: string, sessionId: string, at: Date): Promise<ConnectState | StateFault> {
    const { connection } = this.#tx
    type Row = Selected<typeof connectState>
    const [state] = await execute<Row>(connection, takeConnectState, [digest, sessionId, at])
    if (state !== undefined) return state
    const [row] = await execute<{ fault: StateFault }>(connection, faultOfConnectState, [digest, sessionId])
    return row?.fault ?? 'unknown'
  }

  async resume({ organizationId, senderId, spinnerId, at }: Resumption): Promise<boolean | null> {
    const call = endPauses({
      p_organization: organizationId,
      p_sender: senderId,
      p_spinner: spinnerId,
      p_at: at,
    })
    const [row] = await execute<{ end_sender_pauses: boolean | null }>(this.#tx.connection, ...call)
    return row?.end_sender_pauses ?? null
  }
}
