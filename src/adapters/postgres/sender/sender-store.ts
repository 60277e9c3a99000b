import type { NoticeRange } from '../../../domain/account/notice-range.ts'
import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { AccountMailSender } from '../../../domain/sender/account-mail.ts'
import type { ConnectState, StateFault } from '../../../domain/sender/connect-state.ts'
import type { DomainVerdict } from '../../../domain/sender/domain-findings.ts'
import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import type { Sender, SenderFault } from '../../../domain/sender/sender.ts'
import type { SenderPool } from '../../../domain/sender/sender-pool.ts'
import type { Clock } from '../../../ports/clock.ts'
import type {
  HealthNote,
  SenderCooldown,
  SenderHealthView,
  UndeliveredMessage,
  UnreportedPause,
} from '../../../ports/sender/pacing/sender-health.ts'
import {
  type RenewedCredentials,
  type Resumption,
  type SenderAccount,
  type SenderPoolView,
  SenderStore,
  type SenderView,
  type SenderWithVerdict,
} from '../../../ports/sender/senders.ts'
import { execute, type Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import { fieldsOf, type OuterJoined, type Selected, type TableFields } from '../schema/columns.ts'
import { isReal } from '../schema/organization-clock.ts'
import { SharedReads } from '../shared-reads.ts'
import { sqlFunction } from '../sql-function.ts'
import { inTransaction } from '../transaction.ts'
import { giveBack, healthOf, informOfPause, noteFailure, startCooldown } from './pacing/sender-health.ts'
import { type SenderRow, senderIn, senderRow, senders } from './sender-rows.ts'
import { scheduledFor, spinnersByDefault, spinnersThatName } from './sender-use.ts'

const views = `
    select ${senders.selected('s')},
           coalesce((budget_today(p_at => $2, p_sender => s, p_budget => b)).used, 0) as "usedToday"
      from senders s left join sender_budgets b on b.sender_id = s.id
     where s.organization_id = $1`

const list: Statement = {
  name: 'list_senders',
  text: `${views} and ($3::uuid is null or s.id > $3) order by s.id limit $4`,
}

const find: Statement = { name: 'find_sender', text: `${views} and s.id = $3` }

type ViewRow = SenderRow & Pick<SenderView, 'usedToday'>

const account = fieldsOf('senders', 'credentials')

// Reads a sender by a prepared statement, because runtimes read it before each slice.
const findAccount: Statement = {
  name: 'find_sender_account',
  text: `
    select ${senders.selected('s')}, ${account.selected('s')} from senders s where organization_id = $1 and id = $2`,
}

const hold: Statement = {
  name: 'hold_sender_credentials',
  text: `select ${account.selected()} from senders where organization_id = $1 and id = $2 for no key update`,
}

// Writes renewed credentials of a sender, unless other credentials have replaced the ones that were renewed.
const replace: Statement = {
  name: 'replace_sender_credentials',
  text: 'update senders set credentials = $3, expires_at = $4 where id = $1 and credentials = $2 returning id',
}

const report: Statement = {
  name: 'report_sender',
  text: `
    with reported as (
      update senders set status = 'needsAttention', status_reason = $4::jsonb, revision = revision + 1
       where organization_id = $1 and id = $2 and revision = $3 and status <> 'needsAttention'
      returning id
    )
    select note_events(
             p_organization => $1, p_type => 'sender.disconnected', p_project => null, p_spinner => null,
             p_object_type => 'sender', p_objects => array[id::text],
             p_data => jsonb_build_object('code', $4::jsonb ->> 'code'), p_each => null, p_addresses => null,
             p_at => $5)
      from reported`,
}

/**
 * The maximum number of attempts to write a sender's renewed credentials after the connection to the database
 * was lost.
 */
const attempts = 5

const accountMailFields = fieldsOf('senders', 'organizationId', 'kind', 'status', 'email')

const findAccountMailSender: Statement = {
  name: 'find_account_mail_sender',
  text: `
    select ${accountMailFields.selected('s')},
           o.test_of is null and not is_leaving(p_organization => o.id) as "isOpen"
      from senders s join organizations o on o.id = s.organization_id
     where s.id = $1`,
}

const countAccountMail = sqlFunction('count_account_mail', 'p_sender', 'p_at')

const countByHost: Statement = {
  name: 'count_smtp_senders_by_host',
  text: `
    select s.settings ->> 'host' as host, count(*)::int as senders
      from senders s join organizations o on o.id = s.organization_id and o.test_of is null
     where s.kind = 'smtp' and s.settings ? 'host' group by 1`,
}

type AccountRow = Selected<typeof account>

const checkedFields = fieldsOf(
  'senders',
  'id',
  'organizationId',
  'kind',
  'name',
  'email',
  'replyTo',
  'signature',
  'signatureHtml',
  'settings',
)

const verdict = fieldsOf('sender_domains', 'domain', 'findings', 'checkedAt')

const checked = `
  select ${checkedFields.selected('s')}, ${verdict.selected('d')}
    from senders s left join sender_domains d on d.sender_id = s.id`

const findChecked: Statement = {
  name: 'find_sender_domain',
  text: `${checked} where s.organization_id = $1 and s.id = $2`,
}

const usedBy: Statement = {
  name: 'sender_domains_used_by',
  text: `${checked} where s.organization_id = $1 and (s.id = any($2::uuid[]) or ($3 and s.is_default)) order by s.id`,
}

const takeUnchecked: Statement = {
  name: 'take_due_sender_domains',
  text: `
    update sender_domains set due_at = $1::timestamptz + interval '1 day'
     where sender_id = any(array(
       select sender_id from sender_domains where due_at <= $1 order by due_at limit $2 for update skip locked))
    returning sender_id as id`,
}

// Leaves out senders in test mode. Earlier versions made the domains of some of them due for a DNS check.
const connected: Statement = {
  name: 'connected_sender_domains',
  text: `${checked} where s.id = any($1::uuid[]) and s.status = 'connected'
     and ${isReal('s.organization_id')}`,
}

const saveVerdict: Statement = {
  name: 'save_sender_domain',
  // Stores the result of the DNS check of a sender's domain. Stores nothing in test mode, which asks no name
  // server, or if the sender was deleted meanwhile.
  text: `
    insert into sender_domains (sender_id, domain, findings, checked_at, due_at)
    select id, $2, $3::jsonb, $4::timestamptz, $4::timestamptz + interval '1 day' from senders s
     where id = $1 and ${isReal('s.organization_id')}
    on conflict (sender_id) do update
       set domain = excluded.domain, findings = excluded.findings, checked_at = excluded.checked_at,
           due_at = excluded.due_at`,
}

type CheckedRow = Selected<typeof checkedFields> & OuterJoined<Selected<typeof verdict>>

const mailboxes = entity('mailboxes', 'senderId', 'cursor')

const storedCredentials = entity('senders', 'credentials')

// Locks a sender's daily budget before the sender is deleted, as marking and resuming do (docs/contribute/locks.md,
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
      select from senders s where s.id = $1 and not ${isReal('s.organization_id')})`,
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

const pools = entity('sender_pools', 'id', 'organizationId', 'name', 'maxPerDay', 'createdAt', 'revision')

const pool = fieldsOf('sender_pools', 'id', 'organizationId', 'name', 'maxPerDay', 'createdAt', 'revision')

const listPools: Statement = {
  name: 'sender_pools_of_organization',
  text: `
    select ${pool.selected('p')}, u.used,
           array(select s.id from senders s where s.pool_id = p.id order by s.id) as "senderIds"
      from sender_pools p cross join lateral pool_use(p_pool => p.id, p_at => $2) u
     where p.organization_id = $1 order by p.id`,
}

export class PostgresSenderStore extends SenderStore {
  readonly #executor: Executor
  readonly #clock: Clock
  readonly #accounts = new SharedReads<SenderAccount | null>()

  constructor(executor: Executor, clock: Clock) {
    super()
    this.#executor = executor
    this.#clock = clock
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<SenderView>> {
    const values = [organizationId, this.#clock.now(), idAfter(page), page.limit + 1]
    const rows = await this.#executor.read<ViewRow>(list, values)
    return pageOf(rows.map(viewIn), page, ({ id }) => id)
  }

  override async find(organizationId: string, id: string): Promise<SenderView | null> {
    const values = [organizationId, this.#clock.now(), id]
    const [row] = await this.#executor.read<ViewRow>(find, values)
    return row === undefined ? null : viewIn(row)
  }

  override account(organizationId: string, id: string): Promise<SenderAccount | null> {
    return this.#accounts.read(`${organizationId} ${id}`, async () => {
      const [row] = await this.#executor.read<SenderRow & AccountRow>(findAccount, [organizationId, id])
      if (row === undefined) return null
      const { credentials, ...sender } = row
      return { sender: senderIn(sender), credentials }
    })
  }

  override async accountMailSender(id: string): Promise<AccountMailSender | null> {
    const [row = null] = await this.#executor.read<Selected<typeof accountMailFields> & { isOpen: boolean }>(
      findAccountMailSender,
      [id],
    )
    return row
  }

  override async countAccountMail(id: string, at: Date): Promise<void> {
    await this.#executor.write(...countAccountMail({ p_sender: id, p_at: at }))
  }

  override async smtpHosts(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#executor.read<{ host: string; senders: number }>(countByHost, [])
    return new Map(rows.map(({ host, senders: count }) => [host, count]))
  }

  override async renewCredentials(
    organizationId: string,
    id: string,
    work: (credentials: string) => Promise<RenewedCredentials | null>,
  ): Promise<string | null> {
    let held: string | null = null
    let renewed: RenewedCredentials | null = null
    try {
      await inTransaction(this.#executor, async (connection) => {
        const [row] = await execute<AccountRow>(connection, hold, [organizationId, id])
        held = row?.credentials ?? null
        renewed = held === null ? null : await work(held)
        if (renewed !== null) await execute(connection, replace, valuesOf(id, held, renewed))
      })
    } catch (error) {
      // Writes renewed credentials again after a lost connection. The provider may have revoked the old
      // token, so they must not be lost.
      if (renewed === null) throw error
      await this.#writeAgain(valuesOf(id, held, renewed))
    }
    return (renewed as RenewedCredentials | null)?.credentials ?? held
  }

  override async reportFault(
    organizationId: string,
    id: string,
    revision: number,
    fault: SenderFault,
    at: Date,
  ): Promise<void> {
    await this.#executor.write(report, [organizationId, id, revision, JSON.stringify(fault), at])
  }

  override async withVerdict(organizationId: string, id: string): Promise<SenderWithVerdict | null> {
    const [row] = await this.#executor.read<CheckedRow>(findChecked, [organizationId, id])
    return row === undefined ? null : checkedIn(row)
  }

  override async usedBy(
    organizationId: string,
    named: readonly (readonly string[])[],
  ): Promise<readonly SenderWithVerdict[]> {
    if (named.length === 0) return []
    const needsDefault = named.some((some) => some.length === 0)
    const rows = await this.#executor.read<CheckedRow>(usedBy, [organizationId, named.flat(), needsDefault])
    return rows.map(checkedIn)
  }

  override async takeUnchecked(now: Date, most: number): Promise<readonly SenderWithVerdict[]> {
    for (;;) {
      const due = await this.#executor.write<{ readonly id: TableFields<'sender_domains'>['senderId'] }>(
        takeUnchecked,
        [now, most],
      )
      if (due.length === 0) return []
      const rows = await this.#executor.read<CheckedRow>(connected, [due.map(({ id }) => id)])
      // Takes further senders that are due for a DNS check until one is connected. Many due senders before it
      // may be paused.
      if (rows.length > 0) return rows.map(checkedIn)
    }
  }

  override async saveVerdict(id: string, { domain, findings, checkedAt }: DomainVerdict): Promise<void> {
    await this.#executor.write(saveVerdict, [id, domain, JSON.stringify(findings), checkedAt])
  }

  async #writeAgain(values: readonly unknown[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#executor.write(replace, values)
        return
      } catch (error) {
        if (attempt === attempts) throw error
        await this.#executor.timers.sleep(200 * 2 ** attempt)
      }
    }
  }

  override async of(organizationId: string): Promise<readonly Sender[]> {
    return (await senders.within(this.#executor).list({ organizationId }, 'id')).map(senderIn)
  }

  override async lock(organizationId: string, id: string): Promise<Sender | null> {
    const row = await senders.within(this.#executor).lock({ organizationId, id })
    return row && senderIn(row)
  }

  override async lockToRemove(organizationId: string, id: string): Promise<Sender | null> {
    await this.#executor.write(lockBudget, [organizationId, id])
    return this.lock(organizationId, id)
  }

  override async knowsZone(timeZone: string): Promise<boolean> {
    const call = knowsZone({ p_zone: timeZone })
    const [row] = await this.#executor.write<{ knows_zone: boolean }>(...call)
    return row?.knows_zone ?? false
  }

  override async add(sender: Sender, sealed: string | null, expiresAt: Date | null): Promise<void> {
    await senders.within(this.#executor).add(senderRow(sender), { credentials: sealed, expiresAt })
    await this.#executor.write(addDomain, [sender.id, sender.createdAt])
  }

  override async save(sender: Sender): Promise<void> {
    const { id, createdAt: _createdAt, ...row } = senderRow(sender)
    await senders.within(this.#executor).patch({ id }, row)
  }

  override async unsetOtherDefault(organizationId: string, id: string): Promise<string | null> {
    await this.#executor.write(lockDefaults, [organizationId, id])
    const [former] = await this.#executor.write<{ id: string }>(unsetOtherDefault, [organizationId, id])
    return former?.id ?? null
  }

  override async saveCredentials(id: string, sealed: string, expiresAt: Date | null): Promise<void> {
    await senders.within(this.#executor).patch({ id }, { credentials: sealed, expiresAt })
    await this.#executor.write(...makeMailboxDue({ p_sender: id }))
  }

  override async keepPlace(id: string, place: MailboxCursor): Promise<void> {
    await mailboxes.within(this.#executor).patch({ senderId: id, cursor: null }, { cursor: place })
  }

  override async credentialsOf(id: string): Promise<string | null> {
    return (await storedCredentials.within(this.#executor).find({ id }))?.credentials ?? null
  }

  override async spendDeploymentMessage(organizationId: string, at: Date): Promise<boolean> {
    const call = spendDeploymentMessage({ p_organization: organizationId, p_now: at })
    type Row = { readonly spend_deployment_message: boolean }
    const [row] = await this.#executor.write<Row>(...call)
    return row?.spend_deployment_message ?? true
  }

  override async remove(id: string): Promise<void> {
    await senders.within(this.#executor).remove({ id })
  }

  override spinnersThatName(organizationId: string, id: string): Promise<readonly string[]> {
    return spinnersThatName(this.#executor, organizationId, id)
  }

  override spinnersByDefault(organizationId: string): Promise<readonly string[]> {
    return spinnersByDefault(this.#executor, organizationId)
  }

  override scheduledFor(jobId: string): Promise<readonly string[]> {
    return scheduledFor(this.#executor, jobId)
  }

  override async addConnectState(state: ConnectState): Promise<void> {
    const { digest, kind, organizationId, userId, sessionId, encryptedVerifier, createdAt, expiresAt } = state
    const values = [digest, kind, organizationId, userId, sessionId, encryptedVerifier, createdAt, expiresAt]
    await this.#executor.write(addConnectState, values)
  }

  override async takeConnectState(
    digest: string,
    sessionId: string,
    at: Date,
  ): Promise<ConnectState | StateFault> {
    type Row = Selected<typeof connectState>
    const [state] = await this.#executor.write<Row>(takeConnectState, [digest, sessionId, at])
    if (state !== undefined) return state
    const [row] = await this.#executor.read<{ fault: StateFault }>(faultOfConnectState, [digest, sessionId])
    return row?.fault ?? 'unknown'
  }

  override async resume({ organizationId, senderId, spinnerId, at }: Resumption): Promise<boolean | null> {
    const call = endPauses({
      p_organization: organizationId,
      p_sender: senderId,
      p_spinner: spinnerId,
      p_at: at,
    })
    const [row] = await this.#executor.write<{ end_sender_pauses: boolean | null }>(...call)
    return row?.end_sender_pauses ?? null
  }

  override poolsOf(organizationId: string, at: Date): Promise<readonly SenderPoolView[]> {
    return this.#executor.read<SenderPoolView>(listPools, [organizationId, at])
  }

  override lockPool(organizationId: string, id: string): Promise<SenderPool | null> {
    return pools.within(this.#executor).lock({ organizationId, id })
  }

  override async addPool(added: SenderPool): Promise<void> {
    const { createdAt } = added
    await pools.within(this.#executor).add(added, { scheduledUntil: createdAt, priorityUntil: createdAt })
  }

  override async savePool({ id, name, maxPerDay, revision }: SenderPool, at: Date): Promise<void> {
    const times = { scheduledUntil: at, priorityUntil: at }
    await pools.within(this.#executor).patch({ id }, { name, maxPerDay, revision, ...times })
  }

  override async removePool(id: string): Promise<void> {
    await pools.within(this.#executor).remove({ id })
  }

  override noteFailure(note: HealthNote): Promise<boolean> {
    return noteFailure(this.#executor, note)
  }

  override giveBack(message: UndeliveredMessage): Promise<void> {
    return giveBack(this.#executor, message)
  }

  override startCooldown(sender: SenderCooldown): Promise<void> {
    return startCooldown(this.#executor, sender)
  }

  override healthOf(
    organizationId: string,
    senderIds: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, SenderHealthView>> {
    return healthOf(this.#executor, organizationId, senderIds, at)
  }

  override informOfPause(
    range: NoticeRange<UnreportedPause>,
    inform: (pause: UnreportedPause) => Promise<boolean>,
  ): Promise<UnreportedPause | null> {
    return informOfPause(this.#executor, range, inform)
  }
}

function viewIn({ usedToday, ...row }: ViewRow): SenderView {
  return { ...senderIn(row), usedToday }
}

function valuesOf(id: string, held: string | null, { credentials, expiresAt }: RenewedCredentials) {
  return [id, held, credentials, expiresAt]
}

function checkedIn({ domain, findings, checkedAt, ...of }: CheckedRow): SenderWithVerdict {
  const isKnown = domain !== null && findings !== null && checkedAt !== null
  return { ...of, verdict: isKnown ? { domain, findings, checkedAt } : null }
}
