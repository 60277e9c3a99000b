import type { Requester } from '../../domain/account/requester.ts'
import { DomainError, maxErrorItems } from '../../domain/errors.ts'
import {
  type MovedVersion,
  movedVersionOf,
  planRecipientMove,
  type RecipientMove,
} from '../../domain/job/recipient-move.ts'
import { attemptOptimistically } from '../../domain/optimistic.ts'
import { assertRevision } from '../../domain/revision.ts'
import { columnsOfSettings } from '../../domain/spinner/columns-of-settings.ts'
import { changedParts } from '../../domain/spinner/draft-parts.ts'
import { type Existing, type ExistingChoice, hasExisting } from '../../domain/spinner/existing.ts'
import { haveSameEffect, type Spinner, type SpinnerVersion, versionOf } from '../../domain/spinner/spinner.ts'
import { requestBudget } from '../../domain/spinner/steps/template-budget.ts'
import { triggerColumns } from '../../domain/spinner/trigger-data.ts'
import { type DataTable, metadataColumnsOf } from '../../domain/table/data-table.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PausedRecipients } from '../../ports/job/jobs.ts'
import type { OrganizationTimes } from '../../ports/organization-times.ts'
import type { SenderStore } from '../../ports/sender/senders.ts'
import type { SegmentEntries } from '../../ports/spinner/segment-entries.ts'
import type { Templates } from '../../ports/spinner/templates.ts'
import type { Timers } from '../../ports/timers.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../renew-waits.ts'
import type { SenderDomains } from '../sender/sender-domains.ts'

import { assertStartsAlone } from './check-starts.ts'
import { existingRecordsOf } from './existing-records.ts'
import { notePublished } from './publishing/note-published.ts'
import { publishGoal } from './publishing/publish-goal.ts'
import { publishPace } from './publishing/publish-pace.ts'
import { publishStarts } from './publishing/publish-starts.ts'
import { assertSegmentsExist } from './steps/check-segments.ts'
import { assertSendersExist } from './steps/check-senders.ts'
import { assertSeesOnly, type ReadSteps, readSteps } from './steps/check-steps.ts'
import { domainWarnings } from './steps/email/check-domains.ts'
import { assertFilesThere } from './steps/email/check-files.ts'
import { mailWarnings } from './steps/email/mail-warnings.ts'
import type { StepFault } from './steps/faults/step-fault.ts'
import { typeWarnings } from './steps/faults/type-warnings.ts'

export interface PublishSpinnerCommand extends Requester {
  readonly spinnerId: string
  /** The revision of the draft that the publisher saw; null if the publisher did not send it. */
  readonly revision: number | null
  /** Whether an admin or owner publishes the spinner in spite of warnings. */
  readonly ignoresWarnings: boolean
  /**
   * Whether waiting recipients of earlier versions continue with the new version, where their steps allow it.
   */
  readonly movesRecipients: boolean
  /**
   * Whether jobs take existing records, if the spinner starts on records or on entries into a segment. Null for the
   * default.
   */
  readonly existingRecords?: ExistingChoice | null
}

/** The effects of publishing a spinner on its waiting recipients and on existing records. */
export interface Published {
  /** The numbers of recipients that continue with the new version; null if that was not requested. */
  readonly moveRecipients: RecipientMove | null
  /**
   * The number of existing records, and whether jobs take them; null for a spinner that starts neither on records nor on
   * entries into a segment.
   */
  readonly existingRecords: Existing | null
}

/** Freezes the draft of a spinner as its published version. Publishing an unchanged draft changes nothing. */
export class PublishSpinner {
  readonly #unitOfWork: UnitOfWork
  readonly #templates: Templates
  readonly #senders: SenderStore
  readonly #domainCheck: SenderDomains
  readonly #times: OrganizationTimes
  readonly #entries: SegmentEntries
  readonly #clock: Clock
  readonly #timers: Timers

  constructor(
    unitOfWork: UnitOfWork,
    templates: Templates,
    senders: SenderStore,
    domainCheck: SenderDomains,
    times: OrganizationTimes,
    entries: SegmentEntries,
    clock: Clock,
    timers: Timers,
  ) {
    this.#unitOfWork = unitOfWork
    this.#templates = templates
    this.#senders = senders
    this.#domainCheck = domainCheck
    this.#times = times
    this.#entries = entries
    this.#clock = clock
    this.#timers = timers
  }

  /**
   * Parses the templates before the draft is locked; otherwise other requests would wait for its row and for
   * the database connection.
   */
  async execute(command: PublishSpinnerCommand): Promise<Published> {
    const budget = requestBudget(command.organizationId)
    const published = await attemptOptimistically({
      look: async () => ({ state: await this.#unitOfWork.run((tx) => readDraft(tx, command)) }),
      attempt: async ({ draft, table, ofTypes }) => {
        const ofSteps = await readSteps(draft.steps, this.#templates, budget)
        const columnsAndFaults = [...columnsOfSettings(draft), ...ofSteps]
        // Reports faults of the draft before warnings, because an admin or owner can publish in spite of warnings.
        assertRunnable(draft, table, columnsAndFaults)
        // Skips the warnings in a test organization, which sends nothing. A preview shows those about the message.
        if (!command.ignoresWarnings && (await this.#times.isReal(draft.organizationId)))
          await this.#assertWithoutWarnings(draft, ofTypes)
        return this.#publish(command, draft.revision, columnsAndFaults)
      },
    })
    // Begins with the recipients that wait for a pace that was changed, and does nothing without such a change.
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, [command.organizationId])
    // Looks through small tables before the answer, so that every record that enters the segment afterwards starts.
    if (published.existingRecords !== null) await this.#entries.catchUp(command.organizationId)
    return published
  }

  /** Refuses a draft with warnings: about the domains of its senders, its messages, or the types of columns. */
  async #assertWithoutWarnings(draft: Spinner, ofTypes: readonly StepFault[]): Promise<void> {
    const ofDomains = await domainWarnings(this.#senders, this.#domainCheck, draft)
    const errors = [...ofDomains, ...(await mailWarnings(this.#templates, draft)), ...ofTypes]
    const [first] = errors
    if (first === undefined) return
    const forged = ofDomains.length > 0 ? 'Receivers may treat e-mails of this spinner as forged: ' : ''
    const message = `${forged}${first.message}. Correct it, or let an admin or owner publish anyway ("ignoreWarnings": true)`
    throw new DomainError('SPINNER_INVALID', { message, errors: errors.slice(0, maxErrorItems) })
  }

  /**
   * Publishes the draft in one transaction. Returns null if the draft was changed after it was read, so that
   * the caller reads it again.
   */
  async #publish(command: PublishSpinnerCommand, readAt: number, read: ReadSteps): Promise<Published | null> {
    const { organizationId, spinnerId, ignoresWarnings, movesRecipients, by } = command
    const existingChoice = command.existingRecords ?? null
    return await this.#unitOfWork.run(async (tx) => {
      const spinner = await lockedDraft(tx, command)
      if (spinner.revision !== readAt) return null
      const table = await tableOf(tx, spinner)
      const metadataColumns = metadataColumnsOf(table)
      assertRunnable(spinner, table, read)
      assertStartsAlone(spinner)
      assertAsksForExisting(spinner, existingChoice)
      await assertFilesThere(tx, spinner)
      await assertSegmentsExist(tx, spinner)

      const frozen = versionOf(spinner, spinner.latestVersion + 1, metadataColumns)
      const { version, starts } = frozen
      const before = await present(tx, spinner)
      const isUnchanged = before !== null && haveSameEffect(before, frozen)
      const current = isUnchanged ? before : frozen
      // Locks the slices of waiting recipients before the senders, as resuming a sender does; otherwise both
      // can deadlock.
      const held = movesRecipients ? await tx.jobs.holdOpen(spinnerId, current.version) : null
      if (!isUnchanged) await publishPace(tx, organizationId, frozen, this.#clock.now())
      await assertSendersExist(tx, organizationId, spinner.steps)
      const stores = { spinners: tx.spinners, segments: tx.segments, timers: this.#timers }
      const existing = await existingRecordsOf(stores, spinner, before?.starts ?? null)
      const existingRecords = existing && { ...existing, choice: existingChoice ?? existing.choice }
      if (spinner.starts.on === 'records' && existingRecords?.choice === 'exclude')
        await tx.spinners.excludeExisting(spinner.id)
      const subject = { kind: 'spinner', id: spinner.id, name: spinner.name } as const
      const excludedCount = existingRecords?.choice === 'exclude' ? existingRecords.count : 0
      const excluded = excludedCount > 0 ? { excluded: excludedCount } : {}
      if (isUnchanged) {
        const movedRecipients = held && (await moveRecipients(tx, current, held))
        const moved =
          movedRecipients !== null && movedRecipients.movable > 0
            ? { movedRecipients: movedRecipients.movable }
            : {}
        const after = { version: current.version, ...moved, ...excluded }
        if (starts.on === 'segment' && existingChoice !== null)
          await publishStarts(tx, spinner, current, { now: this.#clock.now(), existing: existingChoice })
        // Writes no entry for a request that changed nothing, such as a repeated one.
        if (Object.keys(after).length > 1)
          await tx.audit.add({ action: 'spinner.published', organizationId, by, subject, after })
        return { moveRecipients: movedRecipients, existingRecords }
      }
      await tx.spinners.addVersion(frozen, this.#clock.now())
      const published = { publishedVersion: version, latestVersion: version, revision: spinner.revision + 1 }
      await tx.spinners.save({ ...spinner, ...published })
      await notePublished(tx, spinner, version)
      await publishStarts(tx, spinner, frozen, { now: this.#clock.now(), existing: existingChoice })
      await publishGoal(tx, spinner, frozen)
      const movedRecipients = held && (await moveRecipients(tx, frozen, held))
      await tx.audit.add({
        action: 'spinner.published',
        organizationId,
        by,
        subject,
        before: { version: spinner.publishedVersion },
        after: {
          version,
          ...(before === null ? {} : { parts: changedParts(before, frozen) }),
          ...(ignoresWarnings ? { insisted: true } : {}),
          ...(movedRecipients === null ? {} : { movedRecipients: movedRecipients.movable }),
          ...excluded,
        },
      })
      return { moveRecipients: movedRecipients, existingRecords }
    })
  }
}

async function readDraft(tx: Transaction, command: PublishSpinnerCommand) {
  const draft = await lockedDraft(tx, command)
  const table = await tableOf(tx, draft)
  return { draft, table, ofTypes: await typeWarnings(tx.segments, draft, table.columns) }
}

/** Refuses a choice for existing records of a spinner that has none. */
function assertAsksForExisting(spinner: Spinner, requested: ExistingChoice | null): void {
  if (requested === null || hasExisting(spinner.starts)) return
  const message =
    '"existingRecords" is only for spinners that start on records or on entries into a segment; leave it out, or change "starts"'
  throw new DomainError('VALIDATION_FAILED', {
    message,
    errors: [{ pointer: '/existingRecords', code: 'NOT_ON_RECORDS', message }],
  })
}

async function moveRecipients(
  tx: Transaction,
  published: SpinnerVersion,
  { open, busy }: PausedRecipients,
): Promise<RecipientMove> {
  const { spinnerId, version, triggerData: declared } = published
  const versions = new Map<number, MovedVersion>()
  for (const ran of new Set(open.map((recipients) => recipients.version))) {
    const frozen = await tx.spinners.findVersion(spinnerId, ran)
    if (frozen !== null) versions.set(ran, movedVersionOf(frozen))
  }
  const ran = (no: number) => versions.get(no) ?? null
  const now = movedVersionOf(published)
  const { jobIds, movable, immovable } = planRecipientMove({ open, busy, ran, now, declared })
  if (jobIds.length > 0) await tx.jobs.moveTo(jobIds, version)
  return { movable, immovable }
}

async function lockedDraft(
  tx: Transaction,
  { organizationId, spinnerId, revision }: PublishSpinnerCommand,
): Promise<Spinner> {
  const spinner = await tx.spinners.lock(organizationId, spinnerId)
  if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
  assertRevision(spinner, revision)
  return spinner
}

async function tableOf(tx: Transaction, { organizationId, dataTableId }: Spinner): Promise<DataTable> {
  const table = await tx.dataTables.find(organizationId, dataTableId)
  if (table === null) throw new Error('The data table of the spinner does not exist')
  return table
}

function assertRunnable({ triggerData }: Spinner, table: DataTable, read: ReadSteps): void {
  const seen = [...metadataColumnsOf(table), ...triggerColumns(triggerData)]
  assertSeesOnly(
    seen,
    table.columns.map(({ name }) => name),
    read,
  )
}

async function present(tx: Transaction, { id, publishedVersion }: Spinner): Promise<SpinnerVersion | null> {
  return publishedVersion === null ? null : tx.spinners.findVersion(id, publishedVersion)
}
