import { type Actor, apiKeyIdOf, userIdOf } from '../../../domain/account/audit/actor.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError, maxErrorItems } from '../../../domain/errors.ts'
import { isId } from '../../../domain/id.ts'
import { hasEnded, type JobView } from '../../../domain/job/job.ts'
import type { RecipientOfJob } from '../../../domain/job/recipient/recipient.ts'
import {
  type ActionObstacle,
  assertMayAct,
  passesFirstStep,
  type RecipientAction,
  type RecipientActionKind,
  wordsOfObstacle,
} from '../../../domain/job/recipient/recipient-action.ts'
import { meterExceeded } from '../../../domain/plan/meter.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import type { Evidence } from '../../../domain/reason.ts'
import type { SegmentExclusion } from '../../../domain/spinner/segment/exclusion.ts'
import {
  exclusionBy,
  questionsOfExclusion,
  segmentRulesOf,
} from '../../../domain/spinner/segment/segment-rules.ts'
import type { SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import { noAnswers } from '../../../domain/spinner/where/person-question.ts'
import { visibleCells } from '../../../domain/spinner/where/visible-cells.ts'
import {
  comparedColumnsOf,
  matchesWhere,
  questionsOf,
  segmentsNamedBy,
  type Where,
} from '../../../domain/spinner/where/where.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import { assertSegments } from '../../../domain/table/segment/assert-segments.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { JobStore } from '../../../ports/job/jobs.ts'
import type {
  PendingAction,
  RecipientActionResult,
  RecipientActionStore,
  RecipientSelection,
  SelectedSlice,
} from '../../../ports/job/recipient-actions.ts'
import type { SpinnerStore } from '../../../ports/spinner/spinners.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import type { RecordStore } from '../../../ports/table/records.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { AdmitSending } from '../../admit-sending.ts'
import { assertSpinnersExist } from '../../spinner/steps/check-spinners.ts'
import { assertSegmentsOfRun, RanVersion } from '../ran-version.ts'
import { type ActionTally, Tally } from './act-tally.ts'
import { noteAct } from './note-act.ts'

export interface RecipientCommand extends Requester {
  readonly jobId: string
  readonly recordId: string
  readonly action: RecipientAction
  /** Whether a recipient is moved to a step that has sent it a message, which is then sent again. */
  readonly again?: boolean
}

export interface RecipientsCommand extends Requester {
  readonly jobId: string
  readonly selection: RecipientSelection
  readonly action: RecipientAction
}

/** The number of slices (up to 500 recipients each) that a request changes before it is answered. */
const slicesInRequest = 20
/** The number of slices that a preview reads. The numbers of more slices are estimated from as many, evenly chosen. */
const slicesInPreview = 100
const actionsAtOnce = 20

/** A job whose recipients are acted on, with the version that it runs. */
interface Acted {
  readonly job: JobView
  readonly version: SpinnerVersion
  readonly dataTableId: string
  /** The version as it was read before the act, if the act may let an ended job run again; null otherwise. */
  readonly ran: RanVersion | null
  /** The segments that the trigger of the job excluded, if the act may take recipients past their first step. */
  readonly exclude: SegmentExclusion | null
}

interface ActedSlice extends Requester {
  readonly jobId: string
  readonly slice: number
  readonly recordIds: readonly string[]
  readonly action: RecipientAction
}

/** Acts of users on single recipients of a job: retry, skip a step, stop, move to a step, and wait until a time. */
export class ActOnRecipients {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #admitSending: AdmitSending
  readonly #templates: Templates
  readonly #jobs: JobStore
  readonly #actions: RecipientActionStore
  readonly #records: RecordStore
  readonly #spinners: SpinnerStore

  constructor(
    unitOfWork: UnitOfWork,
    clock: Clock,
    ids: Ids,
    admitSending: AdmitSending,
    templates: Templates,
    jobs: JobStore,
    actions: RecipientActionStore,
    records: RecordStore,
    spinners: SpinnerStore,
  ) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#admitSending = admitSending
    this.#templates = templates
    this.#jobs = jobs
    this.#actions = actions
    this.#records = records
    this.#spinners = spinners
  }

  /** Acts on the recipient of one record, and returns it. */
  async one({ again = false, recordId, ...command }: RecipientCommand): Promise<RecipientOfJob> {
    const { organizationId, by, jobId, action } = command
    const acted = await this.#acted(organizationId, jobId, action)
    const slice = isRecordId(recordId) ? await this.#actions.sliceOf(acted.job.id, recordId) : null
    if (slice === null)
      throw new DomainError('NOT_FOUND', {
        message: 'The job has no recipient of this record, or has not reached it yet',
      })
    const of = { organizationId, by, jobId: acted.job.id, slice, recordIds: [recordId], action }
    return await this.#unitOfWork.run(async (tx) => {
      const { obstacles } = await this.#act(tx, acted, of)
      const obstacle = obstacles.get(recordId)
      const isRepeat = again && obstacle === 'SENT'
      if (obstacle !== undefined && !isRepeat) throw refusedBy(obstacle)
      const present = isRepeat ? await this.#repeat(tx, of, recordId) : acted.job.id
      await noteAct(
        tx,
        acted.job,
        { ...of, selection: null },
        { recordId, ...(isRepeat ? { newJobId: present } : {}) },
      )
      const recipient = await tx.recipientActions.recipient(present, slice, recordId)
      if (isRepeat) await this.#spend(tx, organizationId)
      if (recipient === null) throw new DomainError('NOT_FOUND', { message: 'Recipient not found' })
      return recipient
    })
  }

  /**
   * Returns how many recipients an act would change, without changing them. Reads the recipients of up to 100 slices;
   * with more, it reads as many and scales the numbers up by the stored counts.
   */
  async preview({ organizationId, jobId, selection, action }: RecipientsCommand): Promise<ActionTally> {
    const acted = await this.#acted(organizationId, jobId, action)
    await this.#assertSelection(selection, acted)
    const slices = await this.#actions.slicesWith(acted.job.id, selection, 0, null)
    const sample = evenlyChosen(slices, slicesInPreview)
    const tally = new Tally()
    for (const { no } of sample) {
      const recordIds = await this.#selected(acted, selection, no)
      const excludedIds = await this.#excludedAmong(recordIds, acted, acted.version, action)
      tally.add(await this.#actions.obstacles(acted.job.id, no, recordIds, action, excludedIds))
    }
    if (sample.length === slices.length) return tally.total(true)
    return tally.estimate(scaleOf(slices, sample))
  }

  /**
   * Acts on all recipients that a selection contains. Changes the recipients of the first slices at once, each slice in a
   * transaction of its own; a periodic task (`finishPending`) does the others. The audit log has an entry with the number
   * of changed recipients when the act ends, and one when it is left to the task.
   */
  async many({ organizationId, by, jobId, selection, action }: RecipientsCommand): Promise<ActionTally> {
    const acted = await this.#acted(organizationId, jobId, action)
    await this.#assertSelection(selection, acted)
    const id = this.#ids.next()
    const createdAt = this.#clock.now()
    const pending = {
      id,
      organizationId,
      jobId: acted.job.id,
      action,
      selection,
      by,
      createdAt,
      lastSlice: 0,
      changed: 0,
    }
    await this.#unitOfWork.run((tx) => tx.recipientActions.addPending(pending))
    const leased = await this.#unitOfWork.run((tx) => tx.recipientActions.takePending(id))
    return leased === null ? new Tally().total(false) : await this.#walk(acted, leased, slicesInRequest)
  }

  /** Completes acts on many recipients that their requests have left, because they have many slices or were interrupted. */
  async finishPending(signal: AbortSignal): Promise<void> {
    const faults: unknown[] = []
    for (const id of await this.#actions.idle(actionsAtOnce)) {
      if (signal.aborted) break
      const pending = await this.#unitOfWork.run((tx) => tx.recipientActions.takePending(id))
      if (pending === null) continue
      // Continues with the other acts after a fault, such as a slice that another transaction holds.
      await this.#finish(pending, signal).catch((error: unknown) => faults.push(error))
    }
    if (faults.length > 0) throw faults[0]
  }

  async #finish(pending: PendingAction, signal: AbortSignal): Promise<void> {
    try {
      const acted = await this.#acted(pending.organizationId, pending.jobId, pending.action)
      // A segment may have been deleted since the request. A condition that excludes it would then select everybody.
      await this.#assertSelection(pending.selection, acted)
      await this.#walk(acted, pending, Number.POSITIVE_INFINITY, signal)
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'overloaded') {
        await this.#unitOfWork.run((tx) => tx.recipientActions.releasePending(pending.id))
        throw error
      }
      // Ends an act that became impossible, because the job was cancelled, a column renamed, or sending forbidden
      // meanwhile. The audit log says why.
      const job = await this.#jobs.find(pending.organizationId, pending.jobId)
      if (job !== null) await this.#end(job, pending, { fault: error.message })
    }
  }

  /** Acts on the slices of a pending act after its last one. Ends the act, or leaves it to the periodic task. */
  async #walk(
    acted: Acted,
    pending: PendingAction,
    most: number,
    signal?: AbortSignal,
  ): Promise<ActionTally> {
    const { id, organizationId, by, action, selection } = pending
    const { job } = acted
    const tally = new Tally()
    let last = pending.lastSlice
    let count = 0
    for await (const { slice, recordIds } of this.#slices(acted, selection, last)) {
      if (count++ >= most || signal?.aborted === true) {
        await this.#leave(job, pending, signal === undefined)
        return tally.total(false)
      }
      const of = { organizationId, by, jobId: job.id, slice, recordIds, action }
      const before = last
      const result = await this.#unitOfWork.run(async (tx) => {
        const done = await this.#act(tx, acted, of)
        const changed = done.changed.length
        return (await tx.recipientActions.extendPending(id, before, slice, changed)) ? done : null
      })
      if (result === null) return tally.total(false)
      tally.add([...result.changed.map(() => null), ...result.obstacles.values()])
      last = slice
    }
    await this.#end(job, pending, {})
    return tally.total(true)
  }

  /** Leaves an act to the periodic task. The request of the act writes an audit entry with what it has changed. */
  async #leave(job: JobView, { id, ...act }: PendingAction, isRequest: boolean): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      if (isRequest) {
        await tx.spinners.lock(act.organizationId, job.spinnerId)
        const changed = await tx.recipientActions.changedBy(id)
        await noteAct(tx, job, act, { changed, isComplete: false })
      }
      await tx.recipientActions.releasePending(id)
    })
  }

  /** Ends an act, and writes its audit entry. An act that a request has completed without a change has none. */
  async #end(job: JobView, { id, ...act }: PendingAction, facts: { readonly fault?: string }): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      // Locks the spinner first, as the acts on slices do.
      await tx.spinners.lock(act.organizationId, job.spinnerId)
      const changed = await tx.recipientActions.changedBy(id)
      const isEnded = await tx.recipientActions.endPending(id)
      if (isEnded && (changed > 0 || act.lastSlice > 0 || facts.fault !== undefined))
        await noteAct(tx, job, act, { changed, ...facts })
    })
  }

  /** Reads the job and its version. Parses the templates of a version whose job has ended, because a column may be gone. */
  async #acted(organizationId: string, jobId: string, action: RecipientAction): Promise<Acted> {
    const job = isId(jobId) ? await this.#jobs.find(organizationId, jobId) : null
    if (job === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
    const spinner = await this.#spinners.find(organizationId, job.spinnerId)
    const version = await this.#spinners.version(organizationId, job.spinnerId, job.spinnerVersion)
    if (version === null || spinner === null) throw spinnerDeleted()
    const program = programOf(version.steps)
    assertMayAct(action, job.status, program, this.#clock.now())
    if (action.kind !== 'stop') await this.#admitSending.toStart(organizationId)
    const mayReopen = hasEnded(job.status) && action.kind !== 'stop'
    const ran = mayReopen ? await RanVersion.read(organizationId, version, this.#templates) : null
    const exclude = passesFirstStep(action) ? await this.#actions.exclusionOf(jobId) : null
    return { job, version, dataTableId: spinner.dataTableId, ran, exclude }
  }

  async #act(
    tx: Transaction,
    acted: Acted,
    { organizationId, by, slice, recordIds, action }: ActedSlice,
  ): Promise<RecipientActionResult> {
    const { id: jobId, spinnerId, spinnerVersion } = acted.job
    const { ran } = acted
    const spinner = await tx.spinners.lock(organizationId, spinnerId)
    const job = await tx.recipientActions.lockJob(organizationId, jobId)
    const version = await tx.spinners.findVersion(spinnerId, job?.spinnerVersion ?? spinnerVersion)
    if (spinner === null || version === null || job === null) throw spinnerDeleted()
    if (job.isCleared)
      throw conflict(
        sentence('The job ended so long ago that the service no longer stores all of its recipients'),
      )
    const program = programOf(version.steps)
    assertMayAct(action, job.status, program, this.#clock.now())
    if (hasEnded(job.status) && action.kind !== 'stop') {
      // Refuses an act on a job that has ended since it was read: its columns were not checked.
      if (ran?.isStill(version) !== true) throw conflict(sentence('The job has just ended; try again'))
      ran.assertColumns(version)
      await assertSegmentsOfRun(tx, jobId, ran)
    }
    const evidence = evidenceOfAction(action.kind, by, this.#clock.now())
    const excludedIds = await this.#excludedAmong(recordIds, acted, version, action)
    const result = await tx.recipientActions.act({
      jobId,
      slice,
      recordIds,
      action,
      program,
      evidence,
      excludedIds,
    })
    if (result.changed.length > 0) await tx.jobs.announceTurns([organizationId])
    return result
  }

  /** Returns the records that the act may not take past their first step, because segments that the job excludes have them. */
  async #excludedAmong(
    recordIds: readonly string[],
    { dataTableId, exclude }: Acted,
    version: SpinnerVersion,
    action: RecipientAction,
  ): Promise<readonly string[]> {
    const rules = segmentRulesOf(version, exclude)
    const questions = questionsOfExclusion(rules)
    if (questions.length === 0 || !passesFirstStep(action)) return []
    const records = await this.#records.some(dataTableId, recordIds)
    const request = { dataTableId, questions, now: this.#clock.now() }
    const answers = await this.#records.answersAbout(request, records)
    return records.flatMap(({ id }) =>
      exclusionBy(rules, answers.get(id) ?? noAnswers) === null ? [] : [id],
    )
  }

  /** Lets a recipient run again in a new job, and returns the id of the job. */
  async #repeat(
    tx: Transaction,
    { organizationId, jobId, slice, action, by }: ActedSlice,
    recordId: string,
  ): Promise<string> {
    if (action.kind !== 'move') throw new Error('Only a move sends messages again')
    const newId = this.#ids.next()
    const evidence = evidenceOfAction(action.kind, by, this.#clock.now())
    await tx.recipientActions.repeat({ jobId, slice, recordId, step: action.step, newId, by, evidence })
    await tx.jobs.announceTurns([organizationId])
    return newId
  }

  /** Counts a new job on the meter, which is locked last. */
  async #spend(tx: Transaction, organizationId: string): Promise<void> {
    const now = this.#clock.realNow()
    const spending = { organizationId, meter: 'jobs', period: periodOf(now), amount: 1 } as const
    const reading = await tx.plans.spend(spending)
    if (reading !== null) throw meterExceeded(reading, 1, now)
  }

  /** Finds the selected recipients of each slice of a job after a slice. */
  async *#slices(acted: Acted, selection: RecipientSelection, after: number) {
    const { job } = acted
    for (let last = after; ; ) {
      const slices = await this.#actions.slicesWith(job.id, selection, last, slicesInRequest)
      for (const { no } of slices) yield { slice: no, recordIds: await this.#selected(acted, selection, no) }
      last = slices.at(-1)?.no ?? last
      if (slices.length < slicesInRequest) return
    }
  }

  /** Returns the records of the recipients of a slice that a selection contains. */
  async #selected(acted: Acted, selection: RecipientSelection, slice: number): Promise<readonly string[]> {
    return await this.#matching(
      selection,
      await this.#actions.selected(acted.job.id, slice, selection),
      acted,
    )
  }

  async #assertSelection(
    selection: RecipientSelection,
    { job: { organizationId }, version, dataTableId }: Acted,
  ): Promise<void> {
    if (selection.kind !== 'where') return
    const { where } = selection
    assertColumns(where, version)
    if (questionsOf(where).length === 0) return
    await this.#unitOfWork.run(async (tx) => {
      await assertSpinnersExist(tx, organizationId, where, 'AUDIENCE_INVALID')
      const segments = segmentsNamedBy(where).length === 0 ? [] : await tx.segments.ofTable(dataTableId)
      assertSegments(where, (segmentId) => segments.some(({ id }) => id === segmentId))
    })
  }

  async #matching(
    selection: RecipientSelection,
    recordIds: readonly string[],
    { version: { metadataColumns }, dataTableId }: Acted,
  ): Promise<readonly string[]> {
    if (selection.kind !== 'where') return recordIds
    const now = this.#clock.now()
    const records = await this.#records.some(dataTableId, recordIds)
    const questions = questionsOf(selection.where)
    const answers =
      questions.length === 0
        ? null
        : await this.#records.answersAbout({ dataTableId, questions, now }, records)
    return records
      .filter(({ id, data }) =>
        matchesWhere(
          selection.where,
          visibleCells(data, metadataColumns),
          now,
          answers?.get(id) ?? noAnswers,
        ),
      )
      .map(({ id }) => id)
  }
}

/** Returns up to `most` of some slices, in equal distances. */
function evenlyChosen(slices: readonly SelectedSlice[], most: number): readonly SelectedSlice[] {
  if (slices.length <= most) return slices
  return Array.from({ length: most }, (_, nth) => slices[Math.floor((nth * slices.length) / most)]).filter(
    (slice) => slice !== undefined,
  )
}

/** Returns by how much all slices have more selected recipients than a sample of them, by their stored counts. */
function scaleOf(slices: readonly SelectedSlice[], sample: readonly SelectedSlice[]): number {
  const stored = (some: readonly SelectedSlice[]) => some.reduce((sum, slice) => sum + (slice.stored ?? 0), 0)
  const isStored = sample.every((slice) => slice.stored !== null) && stored(sample) > 0
  return isStored ? stored(slices) / stored(sample) : slices.length / sample.length
}

/** Refuses a condition on columns that the version of the job may not use. */
function assertColumns(where: Where, { metadataColumns }: SpinnerVersion): void {
  const errors = comparedColumnsOf(where)
    .filter(({ column }) => !metadataColumns.includes(column))
    .slice(0, maxErrorItems)
    .map(({ place, column }) => ({ pointer: `/where${place}`, code: 'NOT_METADATA', column }))
  if (errors.length > 0)
    throw new DomainError('AUDIENCE_INVALID', {
      message: '`where` may use only metadata columns of the version that the job runs',
      errors,
    })
}

function refusedBy(obstacle: ActionObstacle): DomainError {
  const message = wordsOfObstacle[obstacle]
  return new DomainError('CONFLICT', { message, errors: [{ pointer: '', code: obstacle, message }] })
}

function spinnerDeleted(): DomainError {
  return conflict(sentence('The spinner of this job was deleted'))
}

function conflict(message: string): DomainError {
  return new DomainError('CONFLICT', { message })
}

/** Returns the evidence of an act: what was done, when, and by whom. */
function evidenceOfAction(kind: RecipientActionKind, by: Actor, at: Date): Evidence {
  const [userId, apiKeyId] = [userIdOf(by), apiKeyIdOf(by)]
  return {
    action: kind,
    at: at.toISOString(),
    ...(userId === null ? {} : { userId }),
    ...(apiKeyId === null ? {} : { apiKeyId }),
  }
}
