import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertSpaceForOne } from '../../domain/plan/plan-cap.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { Project } from '../../domain/table/project.ts'
import {
  contentWithIds,
  copiedDraftSettings,
  haveSameSettings,
  type ProjectCopied,
  sameDrafts,
} from '../../domain/test-mode/test-copy.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { FileStore } from '../../ports/sender/message/files.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'
import type { TestCopy } from '../../ports/test-mode/test-clocks.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { copyOrPreview } from './copy-or-preview.ts'
import { noteSpinnerIds } from './copying.ts'
import { type CopyingBack, copyFileBack, foreignPartOf, saveRealDraft } from './copying-back.ts'
import { lockStoppedClock } from './lock-clock.ts'
import { type ContentPorts, type ProjectContents, projectContentsOf } from './project-contents.ts'
import { noteSegmentIds } from './segment-copies.ts'

export interface CopyFromTestCommand extends Requester {
  /** The id of the project's copy in the test organization. */
  readonly projectId: string
  readonly preview: boolean
  /** The real time at which the project is copied, because the test clock may show another time. */
  readonly now: Date
}

/**
 * Copies the drafts of a project's spinners from the test organization to the real one. Publishes nothing and
 * never changes tables, mappings, records or senders. Differences, and drafts that were edited since the
 * copy, are reported as conflicts.
 */
export class CopyFromTest {
  readonly #unitOfWork: UnitOfWork
  readonly #sources: ContentPorts
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    tables: DataTableStore,
    spinners: SpinnerStore,
    files: FileStore,
    clock: Clock,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#sources = { tables, spinners, files }
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: CopyFromTestCommand): Promise<ProjectCopied> {
    const contents = await projectContentsOf(
      this.#sources,
      command.organizationId,
      command.projectId,
      'drafts',
    )
    const copy = () =>
      copyOrPreview(this.#unitOfWork, command.preview, (tx) => this.#copy(tx, command, contents))
    // Writes the audit entries of the real organization with the real time, because the request runs at the time
    // of the test clock.
    return this.#clock.outside(copy)
  }

  async #copy(
    tx: Transaction,
    { organizationId: testId, projectId, now, by, preview }: CopyFromTestCommand,
    contents: ProjectContents,
  ): Promise<ProjectCopied> {
    const realId = await tx.testClocks.realOf(testId)
    if (realId === null) throw new DomainError('TEST_MODE_REQUIRED')
    await tx.organizations.lock(realId)
    await lockStoppedClock(tx, testId)
    const copies = new Map((await tx.testClocks.copies(testId)).map((copy) => [copy.copyId, copy]))
    const ids = new Map([...copies.values()].map((copy) => [copy.copyId, copy.originalId]))
    const senders = await tx.senders.of(testId)
    const newId = () => this.#ids.next()
    const copying: CopyingBack = { tx, realId, testId, now, by, items: [], ids, senders, newId }
    const project = await tx.projects.lock(testId, projectId)
    if (project === null) throw new DomainError('NOT_FOUND', { message: 'Project not found' })
    const realProjectId = ids.get(project.id)
    const real = realProjectId === undefined ? null : await tx.projects.lock(realId, realProjectId)
    if (real === null) {
      const message = sentence(
        'The project has no real project to update: it was created in test mode, or its real project was deleted',
      )
      throw new DomainError('CONFLICT', { message })
    }
    copying.items.push({ kind: 'project', name: real.name, change: 'same', message: null })
    for (const id of contents.dataTableIds) await this.#compare(copying, id)
    for (const file of contents.files) await copyFileBack(copying, file)
    const tables = await realTables(copying, contents.spinners, preview)
    await noteSpinnerIds(copying, realId, contents.spinners)
    for (const { id } of contents.spinners) await this.#spinner(copying, id, real, tables, copies)
    return { projectId: real.id, items: copying.items }
  }

  /**
   * Reports the differences between a table and its copy. Changes nothing, because a changed table would
   * affect incoming records at once.
   */
  async #compare({ tx, realId, testId, ids, items }: CopyingBack, tableId: string): Promise<void> {
    const copy = await tx.dataTables.find(testId, tableId)
    const real = await tx.dataTables.find(realId, ids.get(tableId) ?? '')
    if (copy === null) return
    const isSame = real !== null && haveSameSettings(copy, real)
    const message = isSame
      ? null
      : sentence(
          'The table is not copied back, because it exists in the real project and may have records; change the real table manually',
        )
    items.push({ kind: 'dataTable', name: copy.name, change: isSame ? 'same' : 'conflict', message })
  }

  async #spinner(
    copying: CopyingBack,
    spinnerId: string,
    project: Project,
    tables: ReadonlyMap<string, DataTable>,
    copies: ReadonlyMap<string, TestCopy>,
  ): Promise<void> {
    const { tx, realId, testId, ids, items } = copying
    const copy = await tx.spinners.lock(testId, spinnerId)
    if (copy === null) return
    const { name } = copy
    const conflict = (message: string) => items.push({ kind: 'spinner', name, change: 'conflict', message })
    const table = tables.get(ids.get(copy.dataTableId) ?? '')
    if (table === undefined) {
      conflict(
        sentence(
          'The data table of the spinner exists only in test mode; create the table in the real project first',
        ),
      )
      return
    }
    await noteSegmentIds(copying, { from: copy.dataTableId, to: table.id })
    const foreign = await foreignPartOf(copying, copy)
    if (foreign !== null) {
      conflict(foreign)
      return
    }
    const known = copies.get(copy.id)
    const real = known === undefined ? null : await tx.spinners.lock(realId, known.originalId)
    const content = contentWithIds(copy, ids)
    if (real === null) return this.#create(copying, { ...copy, ...content }, project, table)
    const wanted: Spinner = { ...real, ...copiedDraftSettings(copy), ...content }
    if (sameDrafts(wanted, real)) {
      items.push({ kind: 'spinner', name, change: 'same', message: null })
      return
    }
    if (real.revision !== known?.revision) {
      conflict(
        sentence(
          'The spinner was edited in the real project after it was copied; first copy it into test mode again',
        ),
      )
      return
    }
    await saveRealDraft(copying, real, wanted, known)
    items.push({ kind: 'spinner', name, change: 'changed', message: null })
  }

  /** Creates a draft in the real project for a spinner that exists only in test mode. */
  async #create(
    { tx, realId, testId, ids, items, now, by, newId }: CopyingBack,
    copy: Spinner,
    project: Project,
    table: DataTable,
  ): Promise<void> {
    const { name } = copy
    assertSpaceForOne(await tx.plans.of(realId), 'spinners', await tx.spinners.countOf(realId))
    const id = ids.get(copy.id) ?? newId()
    const of = { id, organizationId: realId, projectId: project.id, dataTableId: table.id }
    const unpublished = { publishedVersion: null, latestVersion: 0, revision: 1, createdAt: now }
    await tx.spinners.add({ ...copy, ...of, ...unpublished, pausedAt: null, pausedActorId: null }, null)
    await tx.testClocks.keepCopy(testId, { kind: 'spinner', originalId: id, copyId: copy.id, revision: 1 })
    const subject = { kind: 'spinner', id, name } as const
    const after = { project: project.name, dataTable: table.name }
    await tx.audit.add({ action: 'spinner.created', organizationId: realId, by, subject, after })
    items.push({ kind: 'spinner', name, change: 'new', message: null })
  }
}

/**
 * Returns the real tables of the spinners of a test organization by their ids. Locks them by id, before the spinners
 * (docs/contribute/locks.md): a deletion that begins later waits, and finds the copied spinners. A preview copies
 * nothing, so it locks no table, and ingest does not wait for it. A table that another transaction has deleted is not returned.
 */
async function realTables(
  { tx, realId, ids }: CopyingBack,
  spinners: readonly Spinner[],
  isPreview: boolean,
): Promise<ReadonlyMap<string, DataTable>> {
  const tables = new Map<string, DataTable>()
  const tableIds = new Set(spinners.map(({ dataTableId }) => ids.get(dataTableId) ?? ''))
  for (const id of [...tableIds].toSorted()) {
    if (id === '') continue
    const table = isPreview ? await tx.dataTables.find(realId, id) : await tx.dataTables.lock(realId, id)
    if (table !== null) tables.set(id, table)
  }
  return tables
}
