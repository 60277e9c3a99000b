import type { PossibleSender } from '../../../../domain/job/sending/choose-sender.ts'
import type { PastContact } from '../../../../domain/job/sending/contact-verdict.ts'
import type { SenderBudget } from '../../../../domain/job/sending/sending-time.ts'
import { companyDomain } from '../../../../domain/person/company-domain.ts'
import type { SuppressionReason } from '../../../../domain/person/suppression.ts'
import {
  type AddressFacts,
  type FactsQuery,
  RehearsalFacts,
  type RehearsalSurroundings,
} from '../../../../ports/job/rehearsal/rehearsal-facts.ts'
import type { ContactPolicies } from '../../../../ports/person/contact-policies.ts'
import type { PersonDigests } from '../../../../ports/person/person-digests.ts'
import type { Database, Statement } from '../../database.ts'
import { sqlFunction } from '../../sql-function.ts'

const contactHistories = sqlFunction(
  'contact_histories',
  'p_organization',
  'p_spinner',
  'p_is_exclusive',
  'p_messages',
  'p_addresses',
  'p_digests',
)

const activeOfCompanies = sqlFunction('active_of_companies', 'p_organization', 'p_domains', 'p_most')

const ofOrganization: Statement = {
  name: 'surroundings_of_rehearsal',
  text: `
    select time_zone, exists (select from digested_suppressions d where d.organization_id = o.id) as knows_by_digest,
           (select s.paused_at from spinners s where s.id = $2 and s.organization_id = o.id) as paused_at
      from organizations o where id = $1`,
}

const sendersOf: Statement = {
  name: 'senders_of_rehearsal',
  text: `
    select s.id, s.is_default, s.time_zone as "timeZone", s.daily_limit as "dailyLimit", s.gap_seconds as "gapSeconds",
           s.ramp, to_char(s.ramp_from, 'YYYY-MM-DD') as "rampFrom",
           s.state <> 'connected' or p.paused_at is not null as "isPaused",
           case when b.sender_id is not null then jsonb_build_object(
             'day', b.day, 'used', b.used, 'nextAt', b.next_at, 'givenUntil', b.given_until, 'givenDay', b.given_day,
             'given', b.given, 'soonUntil', b.soon_until, 'restsUntil', b.rests_until) end as budget
      from senders s
      left join sender_budgets b on b.sender_id = s.id
      left join sender_breakers p on p.sender_id = s.id and p.spinner_id = $2
     where s.organization_id = $1 order by s.id`,
}

interface OrganizationRow {
  readonly time_zone: string
  readonly knows_by_digest: boolean
  readonly paused_at: Date | null
  readonly [name: string]: unknown
}

interface SenderRow extends Omit<PossibleSender, 'budget'> {
  readonly is_default: boolean
  readonly budget: StoredBudget | null
  readonly [name: string]: unknown
}

type StoredBudget = Omit<SenderBudget, 'nextAt' | 'givenUntil' | 'soonUntil' | 'restsUntil'> & {
  readonly nextAt: string
  readonly givenUntil: string
  readonly soonUntil: string | null
  readonly restsUntil: string | null
}

interface HistoryRow {
  readonly address: string
  readonly suppression: SuppressionReason | null
  readonly contacts: readonly (Omit<PastContact, 'at'> & { readonly at: string })[] | null
  readonly [name: string]: unknown
}

export class PostgresRehearsalFacts extends RehearsalFacts {
  readonly #database: Database
  readonly #policies: ContactPolicies
  readonly #digests: PersonDigests

  constructor(database: Database, policies: ContactPolicies, digests: PersonDigests) {
    super()
    this.#database = database
    this.#policies = policies
    this.#digests = digests
  }

  override async surroundings({ organizationId, spinnerId }: FactsQuery): Promise<RehearsalSurroundings> {
    const [policy, [organization], senders] = await Promise.all([
      this.#policies.of(organizationId),
      this.#database.read<OrganizationRow>(ofOrganization, [organizationId, spinnerId]),
      this.#database.read<SenderRow>(sendersOf, [organizationId, spinnerId]),
    ])
    return {
      policy,
      timeZone: organization?.time_zone ?? 'UTC',
      knowsByDigest: organization?.knows_by_digest === true,
      spinnerPausedAt: organization?.paused_at ?? null,
      senders: senders.map(({ budget, ...sender }) => ({ ...sender, budget: budget && readBudget(budget) })),
      defaultSender: senders.find((one) => one.is_default)?.id ?? null,
    }
  }

  override async of(
    { organizationId, spinnerId, exclusive }: FactsQuery & { readonly exclusive: boolean },
    { policy, knowsByDigest }: RehearsalSurroundings,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, AddressFacts>> {
    const digests = knowsByDigest
      ? await Promise.all(addresses.map((address) => this.#digests.of(organizationId, address)))
      : addresses.map(() => null)
    const call = contactHistories({
      p_organization: organizationId,
      p_spinner: spinnerId,
      p_is_exclusive: exclusive,
      p_messages: Math.max(policy.messagesPerDay ?? 0, policy.messagesPerWeek ?? 0),
      p_addresses: addresses,
      p_digests: digests,
    })
    const rows = await this.#database.read<HistoryRow>(...call)
    const facts = new Map<string, AddressFacts>()
    for (const { address, suppression, contacts } of rows) {
      const past = (contacts ?? []).map((one) => ({ ...one, at: new Date(one.at) }))
      facts.set(address, { suppression, contacts: past, othersOfCompany: 0 })
    }
    if (policy.activePerDomain === null) return facts
    const active = await this.#activeOf(organizationId, policy.activePerDomain, addresses)
    for (const address of addresses) {
      const others = active.get(companyDomain(address) ?? '')?.filter((one) => one !== address) ?? []
      const known = facts.get(address) ?? { suppression: null, contacts: [] }
      if (others.length > 0) facts.set(address, { ...known, othersOfCompany: others.length })
    }
    return facts
  }

  async #activeOf(organizationId: string, most: number, addresses: readonly string[]) {
    const domains = [...new Set(addresses.flatMap((address) => companyDomain(address) ?? []))]
    const call = activeOfCompanies({
      p_organization: organizationId,
      p_domains: domains,
      // Reads one person more than the limit of the company, because the address itself may be among them.
      p_most: most + 1,
    })
    const rows = await this.#database.read<{ domain: string; addresses: string[] }>(...call)
    return new Map(rows.map((row) => [row.domain, row.addresses] as const))
  }
}

function readBudget({ nextAt, givenUntil, soonUntil, restsUntil, ...budget }: StoredBudget): SenderBudget {
  return {
    ...budget,
    nextAt: new Date(nextAt),
    givenUntil: new Date(givenUntil),
    soonUntil: soonUntil === null ? null : new Date(soonUntil),
    restsUntil: restsUntil === null ? null : new Date(restsUntil),
  }
}
