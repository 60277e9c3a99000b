import type { AuditEvent } from '../../../domain/account/audit/audit-entry.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertRevision } from '../../../domain/revision.ts'
import type { DraftContent } from '../../../domain/spinner/draft-parts.ts'
import { conditionOfGoal, segmentsOfGoal } from '../../../domain/spinner/goal.ts'
import { segmentsOfSettings, segmentsOfSteps } from '../../../domain/spinner/segment/segments-of-settings.ts'
import { segmentsNamedBy, type Where } from '../../../domain/spinner/where/where.ts'
import {
  columnsOfEntry,
  entryAsksAboutPeople,
  segmentsDependingOn,
} from '../../../domain/table/segment/entry-condition.ts'
import {
  maxSegments,
  revisionOfSegment,
  type Segment,
  type SegmentUse,
} from '../../../domain/table/segment/segment.ts'
import { assertSegment } from '../../../domain/table/segment/segment-faults.ts'
import { canonicalText } from '../../../domain/text/canonical-text.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { SegmentEntries } from '../../../ports/spinner/segment-entries.ts'
import type { StoredSegment } from '../../../ports/table/segments.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { assertSpinnersExist } from '../../spinner/steps/check-spinners.ts'
import { spinnersOver } from '../columns/spinners-over.ts'
import { lockedTable, storedTable } from '../locked-table.ts'

export type SegmentWords = Pick<Segment, 'name' | 'description' | 'where'>

/** Creates, changes, deletes and lists segments: conditions on the records of a data table under a name. */
export class Segments {
  readonly #unitOfWork: UnitOfWork
  readonly #entries: SegmentEntries
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, entries: SegmentEntries, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#entries = entries
    this.#clock = clock
    this.#ids = ids
  }

  create({ organizationId, by }: Requester, dataTableId: string, words: SegmentWords): Promise<Segment> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await lockedTable(tx, organizationId, dataTableId)
      const others = await tx.segments.ofTable(table.id)
      if (others.length >= maxSegments)
        throw new DomainError('CONFLICT', {
          message: sentence('A data table may have at most {maxSegments} segments; delete one first', {
            maxSegments,
          }),
        })
      const id = this.#ids.next()
      const createdAt = this.#clock.now()
      const segment = { id, organizationId, dataTableId: table.id, createdAt, ...words }
      assertSegment(segment, table.columns, others)
      await assertSpinnersExist(tx, organizationId, segment.where, 'VALIDATION_FAILED')
      await tx.segments.put(segment)
      await note(tx, { action: 'segment.created', segment, by, after: { dataTable: table.name } })
      return segment
    })
  }

  async change(
    { organizationId, by }: Requester,
    { id, words, revision }: { id: string; words: Partial<SegmentWords>; revision: number | null },
  ): Promise<Segment> {
    const { changed, mustLook } = await this.#unitOfWork.run(async (tx) => {
      const { segment: before, table } = await segmentWithLockedTable(tx, organizationId, id)
      assertRevision({ revision: revisionOfSegment(before) }, revision)
      const segment = { ...before, ...words }
      // Checks a new condition only. A stored one was valid when it was saved, and must not prevent a new name.
      if (words.where !== undefined) {
        const others = await tx.segments.ofTable(table.id)
        const rest = others.filter((other) => other.id !== id)
        assertSegment(segment, table.columns, rest)
        await assertSpinnersExist(tx, organizationId, segment.where, 'VALIDATION_FAILED')
      }
      await tx.segments.put(segment)
      const isSame = canonicalText(before.where) === canonicalText(segment.where)
      const restarts = !isSame && (await restartEntries(tx, segment))
      const names = before.name === segment.name ? {} : { before: { name: before.name } }
      const after = { ...(before.name === segment.name ? {} : { name: segment.name }), dataTable: table.name }
      await note(tx, { action: 'segment.changed', segment, by, ...names, after })
      return { changed: segment, mustLook: restarts }
    })
    // Looks through small tables before the answer, so that every record that enters afterwards starts.
    if (mustLook) await this.#entries.catchUp(organizationId)
    return changed
  }

  /** Deletes a segment. Refused while the segment is used. */
  delete({ organizationId, by }: Requester, id: string): Promise<void> {
    return this.#unitOfWork.run(async (tx) => {
      const { segment } = await segmentWithLockedTable(tx, organizationId, id)
      const uses = await usesOf(tx, segment)
      const [first] = uses
      if (first !== undefined)
        throw new DomainError('CONFLICT', {
          message: wordsOfUse(first),
          usedBy: uses,
        })
      await tx.segments.remove(segment.id)
      await note(tx, { action: 'segment.deleted', segment, by })
    })
  }

  /** Returns the segments of a table, ordered by name. */
  list(organizationId: string, dataTableId: string): Promise<readonly StoredSegment[]> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await storedTable(tx, organizationId, dataTableId)
      return tx.segments.ofTable(table.id)
    })
  }

  /** Returns a segment and the places where it is used. The segment of a table in the bin is not found. */
  find(
    organizationId: string,
    id: string,
  ): Promise<{ readonly segment: StoredSegment; readonly uses: readonly SegmentUse[] }> {
    return this.#unitOfWork.run(async (tx) => {
      const segment = await tx.segments.find(organizationId, id)
      if (segment === null) throw segmentNotFound()
      await storedTable(tx, organizationId, segment.dataTableId)
      return { segment, uses: await usesOf(tx, segment) }
    })
  }
}

/** Returns a segment with its locked table. Reads the segment after the lock; otherwise two changes could overwrite each other. */
async function segmentWithLockedTable(tx: Transaction, organizationId: string, id: string) {
  const before = await tx.segments.find(organizationId, id)
  if (before === null) throw segmentNotFound()
  const table = await lockedTable(tx, organizationId, before.dataTableId)
  const segment = await tx.segments.find(organizationId, id)
  if (segment === null) throw segmentNotFound()
  return { segment, table }
}

/**
 * Lets spinners that start on entries, and goals, go by the changed condition of a segment, also those of segments that
 * depend on it. Refuses a condition by which no record could enter. Returns whether there are any such spinners or goals.
 */
async function restartEntries(tx: Transaction, { id, name, dataTableId }: Segment): Promise<boolean> {
  const entered = await tx.spinners.enteredSegments(dataTableId)
  const goals = await tx.spinners.watchedGoals(dataTableId)
  if (entered.size === 0 && goals.length === 0) return false
  const segments = await tx.segments.ofTable(dataTableId)
  const dependents = segmentsDependingOn(id, segments)
  const changed = dependents.filter((dependent) => entered.has(dependent))
  const changedGoals = goals.filter(({ goal }) =>
    segmentsOfGoal(goal).some(({ segmentId }) => dependents.includes(segmentId)),
  )
  if (changed.some((segmentId) => entryAsksAboutPeople({ segmentId }, segments)))
    throw new DomainError('CONFLICT', {
      message: sentence(
        'A spinner starts on entries into the segment "{segment}", or into one that depends on it, and the new condition asks about messages, replies or suppressed addresses, so no change of a record makes it enter; move these questions to a condition step at the beginning of the spinner',
        { segment: name },
      ),
    })
  const conditions = changedGoals.flatMap(({ goal }) => conditionOfGoal(goal) ?? [])
  if (conditions.some((condition) => entryAsksAboutPeople(condition, segments)))
    throw new DomainError('CONFLICT', {
      message: sentence(
        'The goal of a spinner depends on the segment "{segment}", and the new condition asks about messages, replies or suppressed addresses, so no change of a record makes it enter',
        { segment: name },
      ),
    })
  const columns = new Map(
    changed.map((segmentId) => [segmentId, columnsOfEntry({ segmentId }, segments)] as const),
  )
  // Locks the starts and watches of spinners before those of goals, as runtimes do.
  if (changed.length > 0) await tx.spinners.restartEntries(dataTableId, columns)
  for (const { goal, ...watched } of changedGoals) {
    const condition = conditionOfGoal(goal)
    if (condition !== null)
      await tx.spinners.watchGoal({ goal, ...watched }, columnsOfEntry(condition, segments))
  }
  return changed.length > 0 || changedGoals.length > 0
}

function wordsOfUse({ kind, name }: SegmentUse): string {
  switch (kind) {
    case 'segment':
      return sentence('The segment is used by the segment "{name}"; nothing was deleted', { name })
    case 'spinner':
      return sentence('The segment is used by the spinner "{name}"; nothing was deleted', { name })
    case 'view':
      return sentence('The segment is used by the view "{name}"; nothing was deleted', { name })
    case 'job':
      return sentence('The segment is used by the job "{name}"; nothing was deleted', { name })
  }
}

function segmentNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: sentence('Segment not found') })
}

/**
 * Returns the places where a segment is used: other segments and views of its table, drafts of spinners, versions
 * that jobs run or may be started with, and jobs that have not taken all of its records.
 */
async function usesOf(tx: Transaction, { id, dataTableId }: Segment): Promise<readonly SegmentUse[]> {
  const names = (where: Where | null) =>
    where !== null && segmentsNamedBy(where).some(({ segmentId }) => segmentId === id)
  const uses: SegmentUse[] = []
  for (const other of await tx.segments.ofTable(dataTableId))
    if (names(other.where)) uses.push({ kind: 'segment', id: other.id, name: other.name })
  const isInContent = (content: DraftContent) =>
    segmentsOfSettings(content).includes(id) || segmentsOfSteps(content.steps).includes(id)
  for (const { spinner, versions } of await spinnersOver(tx, dataTableId))
    if ([spinner, ...versions].some(isInContent))
      uses.push({ kind: 'spinner', id: spinner.id, name: spinner.name })
  for (const view of await tx.dataTables.viewsOf(dataTableId))
    if (names(view.where)) uses.push({ kind: 'view', id: view.id, name: view.name })
  uses.push(...(await tx.segments.jobsOver(id)))
  return uses
}

/** Writes the audit entry about a segment. Its condition may contain data of people and is left out. */
async function note(
  tx: Transaction,
  {
    segment,
    ...event
  }: Pick<AuditEvent, 'action' | 'by' | 'before' | 'after'> & { readonly segment: Segment },
): Promise<void> {
  const subject = { kind: 'segment', id: segment.id, name: segment.name } as const
  await tx.audit.add({ ...event, organizationId: segment.organizationId, subject })
}
