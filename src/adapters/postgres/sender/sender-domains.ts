import type { DomainVerdict } from '../../../domain/sender/domain-findings.ts'
import { type CheckedSender, SenderDomains } from '../../../ports/sender/sender-domains.ts'
import type { Database, Statement } from '../database.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'

const sender = fieldsOf(
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
  select ${sender.selected('s')}, ${verdict.selected('d')}
    from senders s left join sender_domains d on d.sender_id = s.id`

const find: Statement = {
  name: 'find_sender_domain',
  text: `${checked} where s.organization_id = $1 and s.id = $2`,
}

const usedBy: Statement = {
  name: 'sender_domains_used_by',
  text: `${checked} where s.organization_id = $1 and (s.id = any($2::uuid[]) or ($3 and s.is_default)) order by s.id`,
}

const takeDue: Statement = {
  name: 'take_due_sender_domains',
  text: `
    update sender_domains set due_at = $1::timestamptz + interval '1 day'
     where sender_id = any(array(
       select sender_id from sender_domains where due_at <= $1 order by due_at limit $2 for update skip locked))
    returning sender_id as id`,
}

const connected: Statement = {
  name: 'connected_sender_domains',
  text: `${checked} where s.id = any($1::uuid[]) and s.state = 'connected'`,
}

const save: Statement = {
  name: 'save_sender_domain',
  // Inserts no check of the domain if its sender was deleted meanwhile.
  text: `
    insert into sender_domains (sender_id, domain, findings, checked_at, due_at)
    select id, $2, $3::jsonb, $4::timestamptz, $4::timestamptz + interval '1 day' from senders where id = $1
    on conflict (sender_id) do update
       set domain = excluded.domain, findings = excluded.findings, checked_at = excluded.checked_at,
           due_at = excluded.due_at`,
}

type Row = Selected<typeof sender> & Selected<typeof verdict>

export class PostgresSenderDomains extends SenderDomains {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async find(organizationId: string, senderId: string): Promise<CheckedSender | null> {
    const [row] = await this.#database.read<Row>(find, [organizationId, senderId])
    return row === undefined ? null : readRow(row)
  }

  override async usedBy(
    organizationId: string,
    named: readonly (readonly string[])[],
  ): Promise<readonly CheckedSender[]> {
    if (named.length === 0) return []
    const needsDefault = named.some((some) => some.length === 0)
    const rows = await this.#database.read<Row>(usedBy, [organizationId, named.flat(), needsDefault])
    return rows.map(readRow)
  }

  override async takeDue(now: Date, most: number): Promise<readonly CheckedSender[]> {
    for (;;) {
      const due = await this.#database.write<{ id: string }>(takeDue, [now, most])
      if (due.length === 0) return []
      const rows = await this.#database.read<Row>(connected, [due.map(({ id }) => id)])
      // Repeats until a sender is found that is connected, even if many due senders before it are paused.
      if (rows.length > 0) return rows.map(readRow)
    }
  }

  override async save(senderId: string, { domain, findings, checkedAt }: DomainVerdict): Promise<void> {
    await this.#database.write(save, [senderId, domain, JSON.stringify(findings), checkedAt])
  }
}

function readRow({ domain, findings, checkedAt, ...of }: Row): CheckedSender {
  const isKnown = domain !== null && findings !== null && checkedAt !== null
  return { ...of, verdict: isKnown ? { domain, findings, checkedAt } : null }
}
