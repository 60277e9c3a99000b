import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { AccountMailSender } from '../../../domain/sender/account-mail.ts'
import type { DomainVerdict } from '../../../domain/sender/domain-findings.ts'
import type { SenderTrouble } from '../../../domain/sender/sender.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  type CheckedSender,
  type RenewedCredentials,
  type SenderAccount,
  SenderQueries,
  type SenderView,
} from '../../../ports/sender/senders.ts'
import { type Database, execute, type Statement } from '../database.ts'
import { fieldsOf, type OuterJoined, type Selected, type TableFields } from '../schema/columns.ts'
import { SharedReads } from '../shared-reads.ts'
import { sqlFunction } from '../sql-function.ts'
import { inTransaction } from '../transaction.ts'
import { type SenderRow, senderIn, senders } from './sender-rows.ts'

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
      update senders set state = 'needsAttention', state_reason = $4::jsonb, revision = revision + 1
       where organization_id = $1 and id = $2 and revision = $3 and state <> 'needsAttention'
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

const accountMailFields = fieldsOf('senders', 'organizationId', 'kind', 'state', 'address')

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
  'address',
  'replyTo',
  'signature',
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
  text: `${checked} where s.id = any($1::uuid[]) and s.state = 'connected'
     and not exists (select from test_clocks c where c.organization_id = s.organization_id)`,
}

const saveVerdict: Statement = {
  name: 'save_sender_domain',
  // Stores the result of the DNS check of a sender's domain. Stores nothing in test mode, which asks no name
  // server, or if the sender was deleted meanwhile.
  text: `
    insert into sender_domains (sender_id, domain, findings, checked_at, due_at)
    select id, $2, $3::jsonb, $4::timestamptz, $4::timestamptz + interval '1 day' from senders s
     where id = $1 and not exists (select from test_clocks c where c.organization_id = s.organization_id)
    on conflict (sender_id) do update
       set domain = excluded.domain, findings = excluded.findings, checked_at = excluded.checked_at,
           due_at = excluded.due_at`,
}

type CheckedRow = Selected<typeof checkedFields> & OuterJoined<Selected<typeof verdict>>

export class PostgresSenders extends SenderQueries {
  readonly #database: Database
  readonly #clock: Clock
  readonly #accounts = new SharedReads<SenderAccount | null>()

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<SenderView>> {
    const values = [organizationId, this.#clock.now(), idAfter(page), page.limit + 1]
    const rows = await this.#database.read<ViewRow>(list, values)
    return pageOf(rows.map(viewIn), page, ({ id }) => id)
  }

  override async find(organizationId: string, id: string): Promise<SenderView | null> {
    const values = [organizationId, this.#clock.now(), id]
    const [row] = await this.#database.read<ViewRow>(find, values)
    return row === undefined ? null : viewIn(row)
  }

  override account(organizationId: string, id: string): Promise<SenderAccount | null> {
    return this.#accounts.read(`${organizationId} ${id}`, async () => {
      const [row] = await this.#database.read<SenderRow & AccountRow>(findAccount, [organizationId, id])
      if (row === undefined) return null
      const { credentials, ...sender } = row
      return { sender: senderIn(sender), credentials }
    })
  }

  override async accountMailSender(id: string): Promise<AccountMailSender | null> {
    const [row = null] = await this.#database.read<Selected<typeof accountMailFields> & { isOpen: boolean }>(
      findAccountMailSender,
      [id],
    )
    return row
  }

  override async countAccountMail(id: string, at: Date): Promise<void> {
    await this.#database.write(...countAccountMail({ p_sender: id, p_at: at }))
  }

  override async smtpHosts(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.read<{ host: string; senders: number }>(countByHost, [])
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
      await inTransaction(this.#database, async (connection) => {
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

  override async reportTrouble(
    organizationId: string,
    id: string,
    revision: number,
    trouble: SenderTrouble,
    at: Date,
  ): Promise<void> {
    await this.#database.write(report, [organizationId, id, revision, JSON.stringify(trouble), at])
  }

  override async checked(organizationId: string, id: string): Promise<CheckedSender | null> {
    const [row] = await this.#database.read<CheckedRow>(findChecked, [organizationId, id])
    return row === undefined ? null : checkedIn(row)
  }

  override async usedBy(
    organizationId: string,
    named: readonly (readonly string[])[],
  ): Promise<readonly CheckedSender[]> {
    if (named.length === 0) return []
    const needsDefault = named.some((some) => some.length === 0)
    const rows = await this.#database.read<CheckedRow>(usedBy, [organizationId, named.flat(), needsDefault])
    return rows.map(checkedIn)
  }

  override async takeUnchecked(now: Date, most: number): Promise<readonly CheckedSender[]> {
    for (;;) {
      const due = await this.#database.write<{ readonly id: TableFields<'sender_domains'>['senderId'] }>(
        takeUnchecked,
        [now, most],
      )
      if (due.length === 0) return []
      const rows = await this.#database.read<CheckedRow>(connected, [due.map(({ id }) => id)])
      // Takes further senders that are due for a DNS check until one is connected. Many due senders before it
      // may be paused.
      if (rows.length > 0) return rows.map(checkedIn)
    }
  }

  override async saveVerdict(id: string, { domain, findings, checkedAt }: DomainVerdict): Promise<void> {
    await this.#database.write(saveVerdict, [id, domain, JSON.stringify(findings), checkedAt])
  }

  async #writeAgain(values: readonly unknown[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#database.write(replace, values)
        return
      } catch (error) {
        if (attempt === attempts) throw error
        await this.#database.timers.sleep(200 * 2 ** attempt)
      }
    }
  }
}

function viewIn({ usedToday, ...row }: ViewRow): SenderView {
  return { ...senderIn(row), usedToday }
}

function valuesOf(id: string, held: string | null, { credentials, expiresAt }: RenewedCredentials) {
  return [id, held, credentials, expiresAt]
}

function checkedIn({ domain, findings, checkedAt, ...of }: CheckedRow): CheckedSender {
  const isKnown = domain !== null && findings !== null && checkedAt !== null
  return { ...of, verdict: isKnown ? { domain, findings, checkedAt } : null }
}
