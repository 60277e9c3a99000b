import { DomainError } from '../../domain/errors.ts'
import type { DueRecipient } from '../../domain/job/recipient/recipient.ts'
import { refusalOfMessage } from '../../domain/job/sending/refusal-of-message.ts'
import type { ReasonCode } from '../../domain/reason.ts'
import type { RecordView } from '../../domain/record-cells.ts'
import type { Signature } from '../../domain/sender/signature.ts'
import { columnsOfSettings } from '../../domain/spinner/columns-of-settings.ts'
import { outcomeOfHoldout } from '../../domain/spinner/holdout.ts'
import {
  outcomeOfSegments,
  questionsAt,
  type SegmentRules,
  segmentRulesOf,
} from '../../domain/spinner/segment/segment-rules.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import { withKnownHeaders } from '../../domain/spinner/steps/hidden-headers.ts'
import { nextOf, type ProgramStep, pathOf, programOf } from '../../domain/spinner/steps/program.ts'
import type { Step } from '../../domain/spinner/steps/step.ts'
import { mailOf, sends } from '../../domain/spinner/steps/step-capabilities.ts'
import {
  recipientBudget,
  requestBudget,
  type TemplateBudget,
} from '../../domain/spinner/steps/template-budget.ts'
import {
  assertTriggerData,
  sampleTriggerData,
  type TriggerData,
  triggerColumns,
  withTriggerData,
} from '../../domain/spinner/trigger-data.ts'
import { noAnswers, type PersonAnswers } from '../../domain/spinner/where/person-question.ts'
import { visibleCells } from '../../domain/spinner/where/visible-cells.ts'
import { metadataColumnsOf } from '../../domain/table/data-table.ts'
import type { OrganizationStore } from '../../ports/account/organizations.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ContactRuleStore } from '../../ports/contact/contact-rules.ts'
import type { SenderStore } from '../../ports/sender/senders.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import { MissingCell, type Templates, TemplateTooSlow } from '../../ports/spinner/templates.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import type { SegmentStore } from '../../ports/table/segments.ts'
import type { Timers } from '../../ports/timers.ts'
import { publishingFaults, readSteps } from './steps/check-steps.ts'
import { mailAdvice } from './steps/email/mail-advice.ts'
import { mailWarnings } from './steps/email/mail-warnings.ts'
import { sendersNamedBy } from './steps/email/senders-named.ts'
import { formFaultsOf } from './steps/faults/form-faults.ts'
import type { StepFault } from './steps/faults/step-fault.ts'
import { typeWarnings } from './steps/faults/type-warnings.ts'
import { codeOfUnprepared } from './steps/preparation-fault.ts'
import { type Prepared, previewOf, type StepInput } from './steps/step-runner.ts'
import type { StepRunners } from './steps/step-types.ts'

export const maxPreviewed = 10
/** The largest number of records that a preview reads to find one that reaches a given step. */
export const maxScannedForPreview = 200

/**
 * The largest number of characters of all messages in one preview. A larger preview is refused, and the user
 * previews fewer records.
 */
const maxCharacters = 2_000_000

export interface PreviewSpinnerQuery {
  readonly organizationId: string
  readonly spinnerId: string
  /** The ids of the records to preview; null for the first records of the table. */
  readonly recordIds: readonly string[] | null
  /**
   * The index of a step. If given, the preview shows the first record that reaches this step, instead of the
   * named records.
   */
  readonly reaching?: number | null
  /** The unsaved steps of the editor to preview; null for the steps of the saved draft. */
  readonly steps: readonly Step[] | null
  /** The trigger data to preview with; null for sample values of the fields that the draft declares. */
  readonly data: TriggerData | null
}

export interface PreviewedStep {
  readonly step: number
  /** The position of the previewed step in words, for example "1 › Yes › 2". */
  readonly path: string
  readonly type: Step['type']
  readonly status: 'sends' | 'passes' | 'skips' | 'fails'
  /**
   * The code of the reason why the step skips, fails or holds the record, as a job would record it. Null
   * without a reason, and for a fault of the step itself, which `errors` of the preview names.
   */
  readonly code: ReasonCode | null
  /** The reason in words why the step skips, fails or holds the record; null if it does none of these. */
  readonly reason: string | null
  /** The message that the step would send to the record; null if it sends none. */
  readonly message: object | null
}

interface PreviewedRecord {
  readonly recordId: string
  readonly steps: readonly PreviewedStep[]
}

export interface Previewed {
  readonly items: readonly PreviewedRecord[]
  /** The faults of the draft's steps for which publishing would be refused. */
  readonly errors: readonly StepFault[]
  /**
   * The warnings about the draft's messages that an admin or owner has to accept to publish it, and the advice about
   * messages, which prevents no publishing.
   */
  readonly warnings: readonly StepFault[]
}

/**
 * Returns what a draft would do for a few records, step by step, using the code that runs jobs. Sends
 * nothing.
 */
export class PreviewSpinner {
  readonly #spinners: SpinnerStore
  readonly #dataTables: DataTableStore
  readonly #records: RecordStore
  readonly #templates: Templates
  readonly #contactRules: ContactRuleStore
  readonly #senders: SenderStore
  readonly #organizations: Pick<OrganizationStore, 'find'>
  readonly #segments: Pick<SegmentStore, 'ofTable'>
  readonly #runners: StepRunners
  readonly #clock: Pick<Clock, 'now'>
  readonly #timers: Timers

  constructor(
    spinners: SpinnerStore,
    dataTables: DataTableStore,
    records: RecordStore,
    templates: Templates,
    contactRules: ContactRuleStore,
    senders: SenderStore,
    organizations: Pick<OrganizationStore, 'find'>,
    segments: Pick<SegmentStore, 'ofTable'>,
    runners: StepRunners,
    clock: Pick<Clock, 'now'>,
    timers: Timers,
  ) {
    this.#spinners = spinners
    this.#dataTables = dataTables
    this.#records = records
    this.#templates = templates
    this.#contactRules = contactRules
    this.#senders = senders
    this.#organizations = organizations
    this.#segments = segments
    this.#runners = runners
    this.#clock = clock
    this.#timers = timers
  }

  async execute({
    organizationId,
    spinnerId,
    recordIds,
    reaching = null,
    steps: unsaved,
    data: sent,
  }: PreviewSpinnerQuery): Promise<Previewed> {
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    const table = await this.#dataTables.find(organizationId, spinner.dataTableId)
    if (table === null) throw new Error('The data table of the spinner does not exist')
    const most = reaching === null ? maxPreviewed : maxScannedForPreview
    const records =
      recordIds === null
        ? (await this.#records.list(table.id, 'asc', { limit: most, after: null })).items
        : await this.#records.some(table.id, recordIds)
    const steps = unsaved === null ? spinner.steps : withKnownHeaders(unsaved, spinner.steps).steps
    const budget = requestBudget(organizationId)
    const ofSteps = await readSteps(steps, this.#templates, budget)
    const read = [...columnsOfSettings(spinner), ...ofSteps]
    const { triggerData } = spinner
    if (sent !== null) assertTriggerData(triggerData, sent)
    const data = sent ?? sampleTriggerData(triggerData)
    const metadata = metadataColumnsOf(table)
    const columns = table.columns.map(({ name }) => name)
    const errors = publishingFaults([...metadata, ...triggerColumns(triggerData)], columns, read)
    const draft = { ...spinner, steps }
    const rules = segmentRulesOf(spinner)
    const questions = programOf(steps).flatMap((placed) => questionsAt(rules, placed))
    const questionsOfTable = { dataTableId: table.id, questions, now: this.#clock.now() }
    const answers =
      questions.length === 0 ? null : await this.#records.answersAbout(questionsOfTable, records)
    const basis = { metadata, data, errors, signatures: new Map(), answers, rules }
    const items =
      reaching === null
        ? await this.#all(draft, records, basis, budget)
        : await this.#firstReaching(reaching, draft, records, basis, budget)
    const warnings = [
      ...(await mailWarnings(this.#templates, draft)),
      ...(await mailAdvice(this.#organizations, draft)),
      ...(await typeWarnings(this.#segments, draft, table.columns)),
    ]
    return { items, errors, warnings }
  }

  async #all(
    draft: Spinner,
    records: readonly RecordView[],
    basis: PreviewBasis,
    budget: TemplateBudget,
  ): Promise<readonly PreviewedRecord[]> {
    const items: PreviewedRecord[] = []
    let size = 0
    for (const record of records) {
      const steps = await this.#previewOf(draft, record, basis, budget)
      size += JSON.stringify(steps).length
      if (budget.leftMs === 0 || size > maxCharacters) throw tooMuch()
      items.push({ recordId: record.id, steps })
      await this.#timers.yieldToOthers()
    }
    return items
  }

  /**
   * Returns the first record that the step would not skip or fail. If there is none, returns the first record
   * that reaches the step.
   */
  async #firstReaching(
    step: number,
    draft: Spinner,
    records: readonly RecordView[],
    basis: PreviewBasis,
    budget: TemplateBudget,
  ): Promise<readonly PreviewedRecord[]> {
    let reached: PreviewedRecord | null = null
    for (const record of records) {
      const steps = await this.#previewOf(draft, record, basis, budget)
      const outcome = steps.find((previewedStep) => previewedStep.step === step)?.status
      if (outcome !== undefined) reached ??= { recordId: record.id, steps }
      if (outcome === 'sends' || outcome === 'passes') return [{ recordId: record.id, steps }]
      if (budget.leftMs === 0) break
      await this.#timers.yieldToOthers()
    }
    return reached === null ? [] : [reached]
  }

  async #previewOf(
    spinner: Spinner,
    record: RecordView,
    basis: PreviewBasis,
    whole: TemplateBudget,
  ): Promise<readonly PreviewedStep[]> {
    const steps: PreviewedStep[] = []
    const { organizationId } = spinner
    const cells = withTriggerData(visibleCells(record.data, basis.metadata), basis.data)
    const answers = basis.answers?.get(record.id) ?? noAnswers
    const program = programOf(spinner.steps)
    const subjects = new Map<string, string>()
    for (let index = 0; index < program.length; ) {
      const { step, pointer } = program[index] as ProgramStep
      const [fault] = formFaultsOf(step, pointer)
      if (fault !== undefined) {
        const { type } = step
        const path = pathOf(program, index)
        const { message: reason } = fault
        steps.push({ step: index, path, type, status: 'fails', code: null, reason, message: null })
        break
      }
      const refusal =
        outcomeOfSegments(
          basis.rules,
          { index, step },
          { answers, data: record.data, now: this.#clock.now() },
        ) ?? outcomeOfHoldout(spinner.goal, { spinnerId: spinner.id, recordId: record.id }, step)
      if (refusal !== null) {
        const { code, reason } = refusal
        const path = pathOf(program, index)
        steps.push({ step: index, path, type: step.type, status: 'skips', code, reason, message: null })
        break
      }
      const recipient = recipientOf(record, index)
      // Gives each step its own time limit for templates, as in a job, where each step of a recipient is
      // processed separately.
      const budget = recipientBudget(organizationId, whole)
      const input = { organizationId, jobId: 'preview', slice: 0, recipient, step, cells, budget, answers }
      const { branch, ...previewed } = await this.#stepOf(input, index, subjects, basis)
      steps.push({ ...previewed, path: pathOf(program, index) })
      index = nextOf(program, index, branch)
      if (previewed.status === 'skips' || previewed.status === 'fails') break
    }
    return steps
  }

  async #stepOf(
    input: StepInput,
    no: number,
    subjects: Map<string, string>,
    basis: PreviewBasis,
  ): Promise<Omit<PreviewedStep, 'path'> & { readonly branch?: number }> {
    const nothing = { step: no, type: input.step.type, code: null, reason: null, message: null }
    try {
      const prepared = await this.#runners.of(input.step).prepare(input)
      if ('send' in prepared) {
        const { address } = prepared
        const suppression =
          address === null ? null : await this.#contactRules.suppressionOf(input.organizationId, address)
        // Checks only the suppression list for the preview, because the other sending rules depend on the
        // time of sending.
        const refusal = refusalOfMessage({ person: { suppression: suppression?.reason ?? null } })
        if (refusal !== null && 'reason' in refusal)
          return { ...nothing, status: 'skips', code: refusal.code, reason: refusal.reason }
        const shown = await this.#shown(prepared, input, subjects, basis)
        return { ...nothing, status: sends(input.step) ? 'sends' : 'passes', message: shown }
      }
      if (prepared.kind === 'passed')
        return {
          ...nothing,
          status: 'passes',
          ...(prepared.branch === undefined ? {} : { branch: prepared.branch }),
        }
      const { code, reason } = 'reason' in prepared ? prepared : nothing
      if (prepared.kind === 'waits') return { ...nothing, status: 'passes', code, reason }
      return { ...nothing, status: prepared.kind === 'skipped' ? 'skips' : 'fails', code, reason }
    } catch (error) {
      // Reports an error of a template as a failure of the step, but not an overload of the template threads.
      if (error instanceof DomainError && (error.kind !== 'overloaded' || error instanceof TemplateTooSlow))
        return {
          ...nothing,
          status: 'fails',
          code: codeOfUnprepared(error),
          reason: reasonOf(error, basis.errors),
        }
      throw error
    }
  }

  /** Returns a message as its sender would send it; an e-mail without text has the text generated from its HTML. */
  async #shown(
    prepared: Prepared,
    { organizationId, step }: StepInput,
    subjects: Map<string, string>,
    { signatures }: PreviewBasis,
  ): Promise<object> {
    const { email } = prepared
    const mail = mailOf(step)
    if (email === undefined || mail === null) return previewOf(prepared, null, subjects)
    const senderIds = sendersNamedBy(mail)
    const sender =
      signatures.get(senderIds.join()) ?? (await this.#senders.usedBy(organizationId, [senderIds]))[0] ?? null
    signatures.set(senderIds.join(), sender)
    const { text, html } = email
    const plainText =
      text !== null || html === null ? undefined : await this.#templates.plainTextOf(html, organizationId)
    return previewOf(prepared, sender, subjects, plainText)
  }
}

/** The columns and trigger data that the templates of a preview may use. */
interface PreviewBasis {
  readonly metadata: readonly string[]
  readonly data: TriggerData
  /** The faults of the steps, such as uses of columns that are not visible to spinners. */
  readonly errors: readonly StepFault[]
  /** The senders by which e-mails are signed, by the ids of the senders that their steps name. */
  readonly signatures: Map<string, Signature | null>
  /** The answers about the people of the records, by record id; null if no condition asks a question. */
  readonly answers: ReadonlyMap<string, PersonAnswers> | null
  readonly rules: SegmentRules
}

/**
 * Returns the reason why a step could not be rendered. If the fault of the step says why a column has no value, such
 * as a column that is not visible to spinners, returns the words of this fault, because the record may have a value.
 */
function reasonOf(error: DomainError, errors: readonly StepFault[]): string {
  if (!(error instanceof MissingCell)) return error.message
  const fault = errors.find(({ column }) => column === error.column)
  return fault === undefined
    ? error.message
    : new MissingCell(error.column, error.field, fault.message).message
}

function tooMuch(): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    message:
      'Rendering the templates for so many records takes too long or gives too much text; request fewer records',
    errors: [{ pointer: '/recordIds', code: 'TOO_MANY' }],
  })
}

function recipientOf({ id, data }: RecordView, step: number): DueRecipient {
  return { recordId: id, step, attempts: 0, data, inDoubt: false }
}
