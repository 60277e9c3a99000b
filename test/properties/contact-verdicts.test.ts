import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { companyDomain, freeMailDomains } from '../../src/domain/company-domain.ts'
import { type ContactPolicy, contacts as modes } from '../../src/domain/contact/contact-policy.ts'
import { type Asker, type PastContact, verdictOn } from '../../src/domain/job/sending/contact-verdict.ts'
import { createTenant, type Tenant } from '../support/tenant.ts'
import { createWorld, type World } from '../support/world.ts'

const uuid = (no: number) => `01936f4e-9b4c-7d32-8a11-${String(no).padStart(12, '0')}`
const now = new Date('2026-11-20T12:00:00Z')
const address = 'ada@acme.example'
const [spinners, jobs] = [3, 5]

/**
 * A generated earlier e-mail to a person (contact), with the job, the record and the step that it was sent by.
 * Its recipient may still have steps left.
 */
interface Happened {
  readonly job: number
  readonly record: number
  readonly step: number
  readonly secondsAgo: number
  readonly first: boolean
  readonly address: string
  readonly isOpen: boolean
}

const day = 86_400
/**
 * Generates the age of an earlier e-mail (contact) in seconds, often at the edges of the days and weeks of
 * contact policies.
 */
const secondsAgo = fc.oneof(
  fc.integer({ min: 0, max: 9 * day }),
  fc.constantFrom(0, 1, day - 1, day, day + 1, 7 * day - 1, 7 * day, 2 * day),
)
const happened = fc.record<Happened>({
  job: fc.nat(jobs - 1),
  record: fc.integer({ min: 1, max: 3 }),
  step: fc.nat(2),
  secondsAgo,
  first: fc.boolean(),
  address: fc.constantFrom(
    address,
    address,
    address,
    'grace@acme.example',
    'linus@acme.example',
    'ada@other.example',
  ),
  isOpen: fc.boolean(),
})
const limit = (most: number) => fc.option(fc.integer({ min: 1, max: most }))
const policies = fc.record<ContactPolicy>({
  daysBetweenSpinners: limit(8),
  messagesPerDay: limit(3),
  messagesPerWeek: limit(4),
  activePerDomain: limit(2),
})
const askers = fc.record({
  job: fc.nat(jobs - 1),
  record: fc.integer({ min: 1, max: 3 }),
  step: fc.nat(2),
  contact: fc.constantFrom(...modes),
  isExclusive: fc.boolean(),
})
const spinnerOf = (job: number) => uuid(100 + (job % spinners))
const jobId = (job: number) => uuid(200 + job)

/*
 * Tests that the domain code and SQL decide alike whether an address may be written to. The domain decides for
 * one person with a known history; SQL decides in the statement that marks messages. Both get the same
 * generated histories.
 */
describe('the verdict of the contact rules on a message', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    own = await createTenant(world)
  })
  afterAll(() => world.close())

  async function store(history: readonly Happened[], exclusive: readonly boolean[]): Promise<void> {
    const { organizationId, dataTableId } = own
    await world.sql.query('truncate sent_emails, recipients, jobs, slices, spinner_versions cascade')
    for (let spinner = 0; spinner < spinners; spinner++)
      await world.sql.query(
        `insert into spinners (id, organization_id, project_id, data_table_id, name, audience, steps, created_at)
         values ($1, $2, $3, $4, 'S', 'all', '[]', now()) on conflict do nothing`,
        [spinnerOf(spinner), organizationId, own.projectId, dataTableId],
      )
    for (let spinner = 0; spinner < spinners; spinner++)
      await world.sql.query(
        `insert into spinner_versions (spinner_id, version, audience, steps, metadata_columns, is_exclusive, is_plain,
                                       steps_before_messages, wait_seconds_after_steps)
         values ($1, 1, 'all', '[]', '{}', $2, true, '{}', '{}')`,
        [spinnerOf(spinner), exclusive[spinner]],
      )
    await world.sql.query(
      `insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source, status, from_seq, from_records,
                         to_seq, to_records, cut_seq, created_at)
       select j.id, $1, j.spinner, 1, $2, 'api', 'running', 0, 0, 0, 0, 0, now()
         from unnest($3::uuid[], $4::uuid[]) j(id, spinner)`,
      [
        organizationId,
        dataTableId,
        Array.from({ length: jobs }, (_, job) => jobId(job)),
        Array.from({ length: jobs }, (_, job) => spinnerOf(job)),
      ],
    )
    for (const one of history) {
      const at = new Date(now.getTime() - one.secondsAgo * 1000)
      await world.sql.query(
        `insert into sent_emails (record_id, at, step, slice, organization_id, spinner_id, root_job_id, first, address, active_domain)
         values ($1, $2, $3, 1, $4, $5, $6, $7, $8, company_domain(p_address => $8))`,
        [
          one.record,
          at,
          one.step,
          organizationId,
          spinnerOf(one.job),
          jobId(one.job),
          one.first,
          one.address,
        ],
      )
      await world.sql.query(
        `insert into recipients (job_id, slice, record_id, status, due_at, updated_at) values ($1, 1, $2, $3, now(), now())
         on conflict do nothing`,
        [jobId(one.job), one.record, one.isOpen ? 'waiting' : 'done'],
      )
    }
  }

  it('is the same in SQL, for every history, policy and recipient', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happened, { maxLength: 9 }),
        fc.array(fc.boolean(), { minLength: spinners, maxLength: spinners }),
        policies,
        fc.array(askers, { minLength: 1, maxLength: 6 }),
        async (written, exclusive, policy, all) => {
          const history = possible(written)
          await store(history, exclusive)
          for (const asker of all) {
            const requested: Asker = {
              ...asker,
              spinnerId: spinnerOf(asker.job),
              rootJobId: jobId(asker.job),
              recordId: String(asker.record),
            }
            const { rows } = await world.sql.query(
              `select v.code, v.seconds, v.evidence from contact_verdict(
                 p_at => $1, p_organization => $2, p_spinner => $3, p_root_job => $4, p_record => $5, p_step => $6,
                 p_address => $7, p_once_per_person => $8, p_is_exclusive => $9,
                 p_policy => row($2::uuid, $10::int, $11::int, $12::int, $13::int)::contact_policies) v`,
              [
                now,
                own.organizationId,
                requested.spinnerId,
                requested.rootJobId,
                asker.record,
                asker.step,
                address,
                asker.contact === 'oncePerPerson',
                asker.isExclusive,
                policy.daysBetweenSpinners,
                policy.messagesPerDay,
                policy.messagesPerWeek,
                policy.activePerDomain,
              ],
            )
            const expected = verdictOn(address, requested, policy, asSeen(history, exclusive), now)
            expect(rows).toEqual([expected ?? { code: null, seconds: null, evidence: null }])
          }
        },
      ),
      { numRuns: 80 },
    )
  })

  it('excludes the same free mail domains as in the domain code', async () => {
    const domains = [...freeMailDomains, 'acme.example', 'mail.gmail.com']
    const { rows } = await world.sql.query<{ domain: string | null }>(
      'select company_domain(p_address => a) as domain from unnest($1::text[]) with ordinality x(a, no) order by no',
      [domains.map((domain) => `ada@${domain}`)],
    )
    expect(rows.map(({ domain }) => domain)).toEqual(domains.map((domain) => companyDomain(`ada@${domain}`)))
  })
})

/** Keeps only generated contacts that the unique index allows, and gives each recipient a single state. */
function possible(written: readonly Happened[]): readonly Happened[] {
  const seen = new Map<string, Happened>()
  const states = new Map<string, boolean>()
  for (const one of written) {
    const claim = one.first ? `${spinnerOf(one.job)} first` : `${one.job} ${one.step}`
    const recipient = `${one.job} ${one.record}`
    const isOpen = states.get(recipient) ?? one.isOpen
    states.set(recipient, isOpen)
    // Leaves out a second generated contact of the same address, job and step, because the order of the two
    // would be undefined.
    const isReported = [...seen.values()].some(
      (other) => other.address === one.address && other.job === one.job && other.step === one.step,
    )
    if (!seen.has(`${one.address} ${claim}`) && !isReported)
      seen.set(`${one.address} ${claim}`, { ...one, isOpen })
  }
  return [...seen.values()]
}

function asSeen(history: readonly Happened[], exclusive: readonly boolean[]) {
  const contacts = history
    .filter((one) => one.address === address)
    .map(
      (one): PastContact => ({
        spinnerId: spinnerOf(one.job),
        rootJobId: jobId(one.job),
        jobId: jobId(one.job),
        recordId: String(one.record),
        step: one.step,
        at: new Date(now.getTime() - one.secondsAgo * 1000),
        holdsPerson: one.isOpen && exclusive[one.job % spinners] === true,
      }),
    )
  const others = history.filter(
    (one) => one.isOpen && one.address !== address && companyDomain(one.address) === companyDomain(address),
  )
  return { contacts, othersOfCompany: new Set(others.map((one) => one.address)).size }
}
