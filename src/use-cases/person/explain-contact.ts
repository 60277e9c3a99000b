import { emailOf } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { DueRecipient, Outcome } from '../../domain/job/recipient/recipient.ts'
import { suppressedAs, withheldBy } from '../../domain/job/recipient/withheld.ts'
import type { Verdict } from '../../domain/person/contact-policy.ts'
import { type Refusal, refusedBy, refusedFor } from '../../domain/person/explanation.ts'
import { nextOf, programOf } from '../../domain/spinner/program.ts'
import type { SpinnerVersion } from '../../domain/spinner/spinner.ts'
import type { Step } from '../../domain/spinner/step.ts'
import { recipientBudget, requestBudget, type TemplateBudget } from '../../domain/spinner/template-budget.ts'
import { sampleTriggerData, withTriggerData } from '../../domain/spinner/trigger-data.ts'
import { visibleCells } from '../../domain/spinner/visible-cells.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ContactRules } from '../../ports/person/contact-rules.ts'
import type { PersonHistory } from '../../ports/person/person-history.ts'
import type { PersonRecord, PersonRecords } from '../../ports/person/person-records.ts'
import type { Suppressions } from '../../ports/person/suppressions.ts'
import type { SpinnerQueries } from '../../ports/spinner/spinner-queries.ts'
import type { Prepared, StepInput } from '../spinner/steps/step-runner.ts'
import type { StepRunners } from '../spinner/steps/step-runners.ts'
import { unprepared } from '../spinner/steps/unprepared.ts'

export interface ExplainContactQuery {
  readonly organizationId: string
  readonly spinnerId: string
  readonly email: string
}

/** Each is prepared as a run would; one that would be written to is enough. */
const mostRecords = 10
/** Where the address stands in every row of a large table, the first of them tell the same as all. */
const mostFound = 1_000

/**
 * Whether a run of a spinner that starts now would write to an address; if not, the first rule that says no. Steps that
 * wait are taken to have waited. Nothing is claimed, marked or sent.
 */
export class ExplainContact {
  readonly #spinners: SpinnerQueries
  readonly #records: PersonRecords
  readonly #history: PersonHistory
  readonly #suppressions: Suppressions
  readonly #rules: ContactRules
  readonly #runners: StepRunners
  readonly #clock: Clock

  constructor(
    spinners: SpinnerQueries,
    records: PersonRecords,
    history: PersonHistory,
    suppressions: Suppressions,
    rules: ContactRules,
    runners: StepRunners,
    clock: Clock,
  ) {
    this.#spinners = spinners
    this.#records = records
    this.#history = history
    this.#suppressions = suppressions
    this.#rules = rules
    this.#runners = runners
    this.#clock = clock
  }

  /** Null where it would write. */
  async execute({ organizationId, spinnerId, email }: ExplainContactQuery): Promise<Refusal | null> {
    const address = emailOf(email)
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    const { dataTableId, publishedVersion } = spinner
    const audience = await this.#spinners.audience(organizationId, spinnerId)
    const version =
      publishedVersion === null
        ? null
        : await this.#spinners.version(organizationId, spinnerId, publishedVersion)
    if (version === null || audience === null) return refusedBy('SPINNER_NOT_PUBLISHED')
    const found = await this.#recordsOf(organizationId, address, dataTableId)
    if (found.length === 0) return refusedBy('NO_RECORD', { dataTableId })
    const earlier = found.filter(({ arrival }) => arrival.seq <= audience.from.seq)
    const back = await this.#spinners.givenBack(
      spinnerId,
      earlier.map(({ recordId, arrival: { seq } }) => ({ recordId, seq })),
    )
    const next = found.filter((record) => !earlier.includes(record) || back.has(record.recordId))
    if (next.length === 0) return this.#takenBefore(organizationId, spinnerId, found)
    const budget = requestBudget(organizationId)
    let first: Refusal | null = null
    for (const record of next.slice(0, mostRecords)) {
      const refusal = await this.#wayOf(organizationId, address, version, record, budget)
      if (refusal === null) return null
      first ??= refusal
    }
    return first
  }

  async #recordsOf(organizationId: string, address: string, dataTableId: string) {
    const found: PersonRecord[] = []
    const where = { dataTableIds: [dataTableId] }
    for await (const chunk of this.#records.of(organizationId, address, where)) {
      found.push(...chunk)
      if (found.length >= mostFound) break
    }
    return found
  }

  async #takenBefore(organizationId: string, spinnerId: string, found: readonly PersonRecord[]) {
    const { passages } = await this.#history.of(organizationId, null, found)
    const [last] = passages
      .filter((passage) => passage.spinnerId === spinnerId)
      .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
    const recordId = last?.recordId ?? found.at(-1)?.recordId ?? ''
    const by = last === undefined ? {} : { jobId: last.jobId, at: last.takenAt.toISOString() }
    return refusedBy('RECORD_TAKEN', { recordId, ...by })
  }

  /** The steps of one record, as far as the first message to the address. */
  async #wayOf(
    organizationId: string,
    address: string,
    version: SpinnerVersion,
    { recordId, data }: PersonRecord,
    whole: TemplateBudget,
  ): Promise<Refusal | null> {
    const cells = withTriggerData(
      visibleCells(data, version.metadataColumns),
      sampleTriggerData(version.triggerData),
    )
    const program = programOf(version.steps)
    let next = 0
    for (const { index, step } of program) {
      if (index < next) continue
      const recipient: DueRecipient = { recordId, step: index, attempts: 0, data, inDoubt: false }
      const budget = recipientBudget(organizationId, whole)
      const input = { organizationId, jobId: 'explanation', slice: 0, recipient, step, cells, budget }
      const prepared = await this.#prepare(step, input)
      next = nextOf(
        program,
        index,
        'kind' in prepared && prepared.kind === 'passed' ? prepared.way : undefined,
      )
      if ('send' in prepared) {
        if (prepared.address === null) continue
        const verdict = await this.#verdictOn(organizationId, prepared.address, version, index)
        // What goes to a colleague is no answer, unless the recipient ends there.
        if (prepared.address === address) return verdict === null ? null : this.#refused(verdict)
        if (verdict !== null && verdict.seconds === null) return this.#refused(verdict)
      } else if ('code' in prepared && prepared.kind !== 'waits') {
        return refusedFor(prepared.code, prepared)
      }
    }
    return refusedBy('NO_STEP_TO_ADDRESS', { recordId })
  }

  async #prepare(step: Step, input: StepInput): Promise<Prepared | Outcome> {
    try {
      return await this.#runners.of(step).prepare(input)
    } catch (error) {
      return unprepared(input.recipient, error)
    }
  }

  /** In the order of the statement that marks messages. */
  async #verdictOn(
    organizationId: string,
    address: string,
    { spinnerId, contact, exclusive }: SpinnerVersion,
    step: number,
  ): Promise<Verdict | null> {
    const suppression = await this.#suppressions.reasonFor(organizationId, address)
    if (suppression !== null) return suppressedAs(suppression)
    return this.#rules.verdictOn(organizationId, address, { spinnerId, step, contact, exclusive })
  }

  #refused(verdict: Verdict): Refusal {
    const { code, seconds, evidence } = verdict
    const changesAt = seconds === null ? null : new Date(this.#clock.now().getTime() + seconds * 1000)
    return refusedFor(code, { reason: withheldBy(verdict).reason, evidence, changesAt })
  }
}
