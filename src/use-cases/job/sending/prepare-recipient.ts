import type { DueRecipient, Outcome } from '../../../domain/job/recipient/recipient.ts'
import { refusalOfMessage } from '../../../domain/job/sending/refusal-of-message.ts'
import { awaitedColumnsOfRecord, crashingRecipientOf, type LeasedSlice } from '../../../domain/job/slice.ts'
import { causeOf } from '../../../domain/reason.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import { outcomeOfHoldout } from '../../../domain/spinner/holdout.ts'
import { outcomeOfSegments } from '../../../domain/spinner/segment/segment-rules.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import { awaitedEventOf, channelOf, sends } from '../../../domain/spinner/steps/step-capabilities.ts'
import { recipientBudget } from '../../../domain/spinner/steps/template-budget.ts'
import type { WaitFacts } from '../../../domain/spinner/steps/wait-until.ts'
import { withTriggerData } from '../../../domain/spinner/trigger-data.ts'
import { noAnswers, type PersonAnswers } from '../../../domain/spinner/where/person-question.ts'
import { visibleCells } from '../../../domain/spinner/where/visible-cells.ts'
import { countryOfPhone } from '../../../domain/text/phone-number.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { OrganizationChannels } from '../../../ports/sender/message/channels.ts'
import { preparationFault } from '../../spinner/steps/preparation-fault.ts'
import type { Preparing } from '../../spinner/steps/step-runner.ts'
import type { StepRunners } from '../../spinner/steps/step-types.ts'

export interface PreparingTools {
  readonly runners: StepRunners
  readonly clock: Pick<Clock, 'now'>
  /** The channels of messages in doubt; null if the caller sends nothing and its recipients are not in doubt. */
  readonly channels: OrganizationChannels | null
}

/** The facts that the present step of a recipient needs besides the cells of the record. */
export interface RecipientFacts {
  /** The state of the recipient's wait; required for a step that waits for a cell. */
  readonly awaited?: WaitFacts | undefined
  /** The answers about the recipient's person; required for a step whose conditions ask questions. */
  readonly answers?: PersonAnswers | undefined
}

/**
 * Returns the message or the outcome of a recipient at its present step, in a job or a rehearsal. Errors of templates are returned as outcomes, so that one
 * recipient cannot stop the others of the chunk. Any other error rejects the promise.
 */
export function prepareRecipient(
  slice: LeasedSlice,
  recipient: DueRecipient,
  { runners, clock, channels }: PreparingTools,
  { awaited, answers }: RecipientFacts = {},
): Preparing {
  const step = programOf(slice.version.steps)[recipient.step]?.step
  if (step === undefined) return { kind: 'failed', ...causeOf('NO_SUCH_STEP') }
  if (recipient.data === null)
    return recipient.inDoubt && channelOf(step) !== null
      ? { kind: 'unconfirmed', ...causeOf('RUNTIME_STOPPED') }
      : { kind: 'skipped', ...causeOf('RECORD_DELETED') }
  if (recipient.recordId === crashingRecipientOf(slice))
    return { kind: recipient.inDoubt ? 'unconfirmed' : 'failed', ...causeOf('RUNTIME_STOPPED_REPEATEDLY') }
  const { organizationId, jobId, spinnerId, segmentRules = null } = slice
  const refusal =
    segmentRules === null || recipient.inDoubt
      ? null
      : outcomeOfSegments(
          segmentRules,
          { index: recipient.step, step },
          { ...recipient, answers: answers ?? noAnswers, data: recipient.data, now: clock.now() },
        )
  if (refusal !== null) return refusal
  const cells = withTriggerData(
    visibleCells(recipient.data, slice.version.metadataColumns),
    slice.triggerData ?? null,
  )
  const runner = runners.of(step)
  const budget = recipientBudget(organizationId)
  const { senders, timeZone } = slice
  const input = {
    organizationId,
    jobId,
    slice: slice.no,
    recipient,
    step,
    cells,
    budget,
    senders,
    timeZone,
    ...(awaited === undefined ? {} : { awaited: withTriggerCells(awaited, slice, step, cells) }),
    ...(answers === undefined ? {} : { answers }),
  }
  try {
    const closed = outsideWindow(slice, recipient, step, cells, clock.now())
    if (closed !== null) return closed
    const heldOut = recipient.inDoubt
      ? null
      : outcomeOfHoldout(slice.goal ?? null, { ...recipient, spinnerId }, step)
    if (heldOut !== null) return heldOut
    const preparing =
      recipient.inDoubt && channels !== null ? runner.inDoubt(input, channels) : runner.prepare(input)
    if (!(preparing instanceof Promise)) return preparing
    return preparing.catch((error: unknown) => preparationFault(recipient, error))
  } catch (error) {
    return preparationFault(recipient, error)
  }
}

/** Returns the state of a wait with the values of the trigger's data that the step reads. */
function withTriggerCells(awaited: WaitFacts, slice: LeasedSlice, step: Step, cells: DataRecord): WaitFacts {
  const columns = awaitedEventOf(step)?.columns ?? []
  const ofRecord = awaitedColumnsOfRecord(slice, columns)
  const others = columns.filter((column) => !ofRecord.includes(column))
  return others.length === 0
    ? awaited
    : { ...awaited, cells: { ...awaited.cells, ...visibleCells(cells, others) } }
}

/**
 * Returns a wait until the send window opens; null if it is open or does not apply. A message in doubt does
 * not wait, because it was sent already or never will be.
 */
function outsideWindow(
  { version: { sendWindow }, timeZone, senders }: LeasedSlice,
  { recordId, inDoubt }: DueRecipient,
  step: Step,
  cells: DataRecord,
  now: Date,
): Outcome | null {
  if (sendWindow === null || inDoubt || !sends(step)) return null
  const facts = {
    sendWindow,
    recordId,
    cells,
    countryOf: countryOfPhone,
    timeZone,
    senders,
    now,
  }
  return refusalOfMessage({ window: facts })
}

export function isPrepared<Made>(preparing: Made | Promise<Made>): preparing is Made {
  return !(preparing instanceof Promise)
}
