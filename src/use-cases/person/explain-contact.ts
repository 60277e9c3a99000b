import { emailOf } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { DueRecipient, Outcome } from '../../domain/job/recipient/recipient.ts'
import { verdictOn } from '../../domain/job/sending/contact-verdict.ts'
import { paceUseOf } from '../../domain/job/sending/pace-use.ts'
import {
  type MessageFacts,
  openEndedWaits,
  refusalOfMessage,
} from '../../domain/job/sending/refusal-of-message.ts'
import { type ContactRefusal, refusedBy, refusedFor } from '../../domain/person/explanation.ts'
import { rangeKindOf, segmentOf } from '../../domain/spinner/audience.ts'
import { outcomeOfHoldout } from '../../domain/spinner/holdout.ts'
import { type ExplainedEntry, explainedEntry } from '../../domain/spinner/segment/segment-entry.ts'
import { outcomeOfSegments, questionsAt, segmentRulesOf } from '../../domain/spinner/segment/segment-rules.ts'
import { isSkippedCode } from '../../domain/spinner/segment/skipped-codes.ts'
import { segmentOfCause, wordsWithSegment } from '../../domain/spinner/segment/words-of-segment.ts'
import type { SpinnerVersion } from '../../domain/spinner/spinner.ts'
import { nextOf, programOf } from '../../domain/spinner/steps/program.ts'
import type { Step } from '../../domain/spinner/steps/step.ts'
import {
  recipientBudget,
  requestBudget,
  type TemplateBudget,
} from '../../domain/spinner/steps/template-budget.ts'
import { sampleTriggerData, withTriggerData } from '../../domain/spinner/trigger-data.ts'
import { answerTo, noAnswers } from '../../domain/spinner/where/person-question.ts'
import { visibleCells } from '../../domain/spinner/where/visible-cells.ts'
import { countryOfPhone } from '../../domain/text/phone-number.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RehearsalFacts, RehearsalSurroundings } from '../../ports/job/rehearsal/rehearsal-facts.ts'
import type { PersonRecord, PersonStore } from '../../ports/person/people.ts'
import type { EmailChannel } from '../../ports/sender/message/channels.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import type { SegmentStore } from '../../ports/table/segments.ts'
import { preparationFault } from '../spinner/steps/preparation-fault.ts'
import type { Prepared, StepInput } from '../spinner/steps/step-runner.ts'
import type { StepRunners } from '../spinner/steps/step-types.ts'

export interface ExplainContactQuery {
  readonly organizationId: string
  readonly spinnerId: string
  readonly email: string
}

/**
 * The largest number of the person's records for which the steps are simulated. The first record that would
 * get a message ends the search.
 */
const maxRecords = 10
/**
 * The largest number of a person's records that are read to explain whether a job would write to the person.
 * More records explain no more.
 */
const maxResults = 1_000

/** The ports from which an explanation reads records, rules and suppressions. */
export class ExplanationPorts {
  readonly spinners: SpinnerStore
  readonly people: PersonStore
  readonly facts: RehearsalFacts
  readonly records: RecordStore
  readonly segments: Pick<SegmentStore, 'find'>
  readonly runners: StepRunners
  readonly emailChannel: EmailChannel
  readonly clock: Clock

  constructor(
    spinners: SpinnerStore,
    people: PersonStore,
    facts: RehearsalFacts,
    records: RecordStore,
    segments: Pick<SegmentStore, 'find'>,
    runners: StepRunners,
    emailChannel: EmailChannel,
    clock: Clock,
  ) {
    this.spinners = spinners
    this.people = people
    this.facts = facts
    this.records = records
    this.segments = segments
    this.runners = runners
    this.emailChannel = emailChannel
    this.clock = clock
  }
}

/** An explanation whether a job of a spinner would write to an address. */
export interface ContactExplanation {
  /** The first rule that refuses messages of the spinner to the address; null if a run would write to it. */
  readonly refusal: ContactRefusal | null
  /** The entries of the person's records into the segment that starts the spinner; empty for other starts. */
  readonly entries: readonly ExplainedEntry[]
}

/** A published spinner, and the records of its data table with an address. */
interface PublishedSpinner extends Omit<Requested, 'surroundings'> {
  readonly spinnerId: string
  readonly records: readonly PersonRecord[]
}

interface Requested {
  readonly organizationId: string
  readonly address: string
  readonly dataTableId: string
  readonly version: SpinnerVersion
  readonly surroundings: RehearsalSurroundings
}

/**
 * The job id in explanations. No job has this id, so rules that compare jobs treat an explanation as another
 * job.
 */
const explanation = 'explanation'

/**
 * Explains whether a job of a spinner that starts now would write to an address, and if not, which rule
 * refuses first. Waiting steps count as over. Reserves no address and sends nothing.
 */
export class ExplainContact {
  readonly #ports: ExplanationPorts

  constructor(ports: ExplanationPorts) {
    this.#ports = ports
  }

  async execute({ organizationId, spinnerId, email }: ExplainContactQuery): Promise<ContactExplanation> {
    const { spinners } = this.#ports
    const spinner = await spinners.find(organizationId, spinnerId)
    if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    const { dataTableId, publishedVersion } = spinner
    const version =
      publishedVersion === null ? null : await spinners.version(organizationId, spinnerId, publishedVersion)
    if (version === null) return { refusal: refusedBy('SPINNER_NOT_PUBLISHED'), entries: [] }
    const address = emailOf(email)
    const records = await this.#recordsOf(organizationId, address, dataTableId)
    const refusal = await this.#refusalTo({
      organizationId,
      spinnerId,
      address,
      dataTableId,
      version,
      records,
    })
    return {
      refusal: refusal && (await this.#withSegmentName(organizationId, refusal)),
      entries: await this.#entriesAmong(spinnerId, version, records),
    }
  }

  /** Explains the entries of the person's records; none if entries into a segment do not start the spinner. */
  async #entriesAmong(
    spinnerId: string,
    { starts }: SpinnerVersion,
    records: readonly PersonRecord[],
  ): Promise<readonly ExplainedEntry[]> {
    if (starts.on !== 'segment') return []
    const { spinners, clock } = this.#ports
    const ids = records.slice(0, maxRecords).map(({ recordId }) => recordId)
    const entries = await spinners.entriesAmong(spinnerId, ids)
    return entries.map((entry) => explainedEntry(entry, starts, clock.now()))
  }

  /** Names the segment that caused a refusal. */
  async #withSegmentName(organizationId: string, refusal: ContactRefusal): Promise<ContactRefusal> {
    const segmentId = segmentOfCause(refusal)
    const segment = segmentId === null ? null : await this.#ports.segments.find(organizationId, segmentId)
    const message = segment === null ? null : wordsWithSegment(refusal, segment.name)
    return message === null ? refusal : { ...refusal, message }
  }

  async #refusalTo({
    organizationId,
    spinnerId,
    address,
    dataTableId,
    version,
    records,
  }: PublishedSpinner): Promise<ContactRefusal | null> {
    const { spinners, facts } = this.#ports
    const audience = await spinners.audience(organizationId, spinnerId)
    if (audience === null) return refusedBy('SPINNER_NOT_PUBLISHED')
    if (records.length === 0) return refusedBy('NO_RECORD', { dataTableId })
    const earlier = new Set(records.filter(({ arrival }) => arrival.seq <= audience.from.seq))
    const { givenBack, passedOver } = await spinners.exceptionsAmong(spinnerId, records.map(placeOf))
    const isPassedOver = ({ recordId }: PersonRecord) =>
      rangeKindOf(version.audience) === 'new' && passedOver.has(recordId)
    const candidates = records.filter(
      (record) => givenBack.has(record.recordId) || (!earlier.has(record) && !isPassedOver(record)),
    )
    if (candidates.length === 0) return this.#takenBefore(organizationId, spinnerId, records)
    const segmentId = segmentOf(version.audience)
    const next =
      segmentId === null ? candidates : await this.#membersAmong(dataTableId, segmentId, candidates)
    if (next.length === 0) return refusedFor('NOT_IN_SEGMENT', { evidence: { segmentId: segmentId ?? '' } })
    const surroundings = await facts.surroundings({ organizationId, spinnerId }, this.#ports.clock.now())
    const contactQuestion = { organizationId, address, dataTableId, version, surroundings }
    const budget = requestBudget(organizationId)
    let first: ContactRefusal | null = null
    for (const record of next.slice(0, maxRecords)) {
      const refusal = await this.#wayOf(contactQuestion, record, budget)
      if (refusal === null) return null
      first ??= refusal
    }
    return first
  }

  async #recordsOf(organizationId: string, address: string, dataTableId: string) {
    const found: PersonRecord[] = []
    const where = { dataTableIds: [dataTableId] }
    for await (const chunk of this.#ports.people.recordsOf(organizationId, address, where)) {
      found.push(...chunk)
      if (found.length >= maxResults) break
    }
    return found
  }

  /** Returns the records that belong to a segment of their data table. */
  async #membersAmong(dataTableId: string, segmentId: string, found: readonly PersonRecord[]) {
    const question = { segmentId }
    const { records, clock } = this.#ports
    const answers = await records.answersAbout(
      { dataTableId, questions: [question], now: clock.now() },
      found.map(({ recordId, data }) => ({ id: recordId, data })),
    )
    return found.filter(({ recordId }) => answerTo(question, answers.get(recordId) ?? noAnswers))
  }

  async #takenBefore(organizationId: string, spinnerId: string, found: readonly PersonRecord[]) {
    const { passages } = await this.#ports.people.historyOf(organizationId, null, found)
    const [last] = passages
      .filter((passage) => passage.spinnerId === spinnerId)
      .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
    // Names the segment by which that job left the record out.
    if (last !== undefined && isSkippedCode(last.reason))
      return refusedFor(last.reason, last.evidence === null ? {} : { evidence: last.evidence })
    const recordId = last?.recordId ?? found.at(-1)?.recordId ?? ''
    const by = last === undefined ? {} : { jobId: last.jobId, at: last.takenAt.toISOString() }
    return refusedBy('RECORD_NOT_NEW', { recordId, ...by })
  }

  /**
   * Simulates the steps of the spinner for one record, up to the first message to the address. Returns the
   * rule that refuses it; null if none does.
   */
  async #wayOf(
    requested: Requested,
    { recordId, data }: PersonRecord,
    whole: TemplateBudget,
  ): Promise<ContactRefusal | null> {
    const { organizationId, address, dataTableId, version, surroundings } = requested
    const cells = withTriggerData(
      visibleCells(data, version.metadataColumns),
      // Leaves optional fields empty, as a job without them does, so that no rule depends on invented values.
      sampleTriggerData(version.triggerData.filter(({ isRequired }) => isRequired)),
    )
    const { defaultSenderId, timeZone } = surroundings
    const senders =
      surroundings.senders.length === 0 ? null : { byDefault: defaultSenderId, own: {}, turns: {} }
    const program = programOf(version.steps)
    const rules = segmentRulesOf(version)
    const questions = program.flatMap((placed) => questionsAt(rules, placed))
    const questionsOfTable = { dataTableId, questions, now: this.#ports.clock.now() }
    const answers =
      questions.length === 0
        ? null
        : await this.#ports.records.answersAbout(questionsOfTable, [{ id: recordId, data }])
    let next = 0
    for (const { index, step } of program) {
      if (index < next) continue
      const recipient: DueRecipient = { recordId, step: index, attempts: 0, data, inDoubt: false }
      const budget = recipientBudget(organizationId, whole)
      const of = {
        organizationId,
        jobId: explanation,
        slice: 0,
        recipient,
        step,
        cells,
        budget,
        senders,
        timeZone,
        answers: answers?.get(recordId) ?? noAnswers,
      }
      const departure =
        outcomeOfSegments(rules, { index, step }, { answers: of.answers, data, now: questionsOfTable.now }) ??
        outcomeOfHoldout(version.goal, { spinnerId: version.spinnerId, recordId }, step)
      if (departure !== null) return this.#refused(departure)
      const prepared = await this.#prepare(step, of)
      next = nextOf(
        program,
        index,
        'kind' in prepared && prepared.kind === 'passed' ? prepared.branch : undefined,
      )
      if ('send' in prepared) {
        if (prepared.address === null) continue
        const refusal = await this.#refusalOf(requested, prepared, of)
        // Ignores a refused message to another address, for example a colleague's, unless the refusal ends
        // the recipient's job.
        if (prepared.address === address) return refusal && this.#refused(refusal)
        if (refusal !== null && refusal.kind !== 'waits') return this.#refused(refusal)
      } else if ('code' in prepared && prepared.kind !== 'waits') {
        return refusedFor(prepared.code, prepared)
      }
    }
    return refusedBy('NO_STEP_TO_ADDRESS', { recordId })
  }

  async #prepare(step: Step, input: StepInput): Promise<Prepared | Outcome> {
    try {
      return await this.#ports.runners.of(step).prepare(input)
    } catch (error) {
      return preparationFault(input.recipient, error)
    }
  }

  /** Returns the outcome of the first check that refuses a message; null if no check refuses it. */
  async #refusalOf(
    { organizationId, version, surroundings }: Requested,
    { address, by }: Prepared,
    input: StepInput,
  ): Promise<Outcome | null> {
    if (address === null) return null
    const { recordId, step } = input.recipient
    const { spinnerId, contact, isExclusive } = version
    const found = await this.#ports.facts.ofAddresses(
      { organizationId, spinnerId, isExclusive },
      surroundings,
      [address],
    )
    const { suppression = null, ...history } = found.get(address) ?? { contacts: [], othersOfCompany: 0 }
    const now = this.#ports.clock.now()
    const asker = { spinnerId, rootJobId: explanation, recordId, step, contact, isExclusive }
    return refusalOfMessage({
      spinner: surroundings,
      person: { suppression },
      contact: () => verdictOn(address, asker, surroundings.policy, history, now),
      ...this.#windowOf(version, input, now),
      pace: { use: paceUseOf(version, surroundings.pace, surroundings.timeZone, now), now },
      sender: { by, senders: surroundings.senders, asksBudgets: true, now },
      channel: { by, channel: this.#ports.emailChannel },
    })
  }

  #windowOf(
    { sendWindow }: SpinnerVersion,
    { recipient: { recordId }, cells, timeZone = null, senders = null }: StepInput,
    now: Date,
  ): Pick<MessageFacts, 'window'> | null {
    if (sendWindow === null) return null
    return { window: { sendWindow, recordId, cells, countryOf: countryOfPhone, timeZone, senders, now } }
  }

  #refused(outcome: Outcome): ContactRefusal {
    if (!('code' in outcome)) throw new Error('The outcome that refuses the message has no reason code')
    const { code, reason, evidence = null } = outcome
    const isTimed = outcome.kind === 'waits' && !openEndedWaits.has(code)
    const changesAt = isTimed ? new Date(this.#ports.clock.now().getTime() + outcome.seconds * 1000) : null
    return refusedFor(code, { reason, evidence, changesAt })
  }
}

function placeOf({ recordId, arrival }: PersonRecord): { readonly recordId: string; readonly seq: number } {
  return { recordId, seq: arrival.seq }
}
