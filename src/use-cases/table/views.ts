import type { AuditEvent } from '../../domain/account/audit/audit-entry.ts'
import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRevision } from '../../domain/revision.ts'
import { assertSearch } from '../../domain/table/search/record-search.ts'
import { maxViews, revisionOfView, type View } from '../../domain/table/search/view.ts'
import { assertLayout, revisionOfLayout, type ViewLayout } from '../../domain/table/search/view-layout.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockedTable, storedTable } from './locked-table.ts'

export type ViewWords = Pick<View, 'name' | 'q' | 'where' | 'sort' | 'layout'>

interface ArrangedLayout {
  readonly dataTableId: string
  readonly userId: string
  readonly layout: ViewLayout | null
  /** The revision of the layout that the editor read; null for no check. */
  readonly revision: number | null
}

/**
 * Creates, changes, deletes and lists views: searches of a data table that are saved under a name. Stores the
 * layout of columns that each person has without a view, too.
 */
export class Views {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  create({ organizationId, by }: Requester, dataTableId: string, words: ViewWords): Promise<View> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await lockedTable(tx, organizationId, dataTableId)
      assertSearch({ words: [], where: words.where, sort: words.sort }, table.columns)
      assertLayout(words.layout, table.columns)
      if ((await tx.dataTables.viewsOf(table.id)).filter(isShared).length >= maxViews)
        throw new DomainError('CONFLICT', {
          message: sentence('A table may have at most {maxViews} views; delete one first', { maxViews }),
        })
      const view = {
        id: this.#ids.next(),
        organizationId,
        dataTableId: table.id,
        createdAt: this.#clock.now(),
        ...words,
        userId: null,
      }
      await tx.dataTables.putView(view)
      await note(tx, { action: 'view.created', view, by, after: { dataTable: table.name } })
      return view
    })
  }

  change(
    { organizationId, by }: Requester,
    { id, words, revision }: { id: string; words: Partial<ViewWords>; revision: number | null },
  ): Promise<View> {
    return this.#unitOfWork.run(async (tx) => {
      const { view: before, table } = await viewWithLockedTable(tx, organizationId, id)
      if (table === null) throw viewNotFound()
      assertRevision({ revision: revisionOfView(before) }, revision)
      // Checks the new parts of the view and no others. A stored condition or order may name a column that was removed
      // since, and must not prevent a new name or layout.
      const { where = null, sort = null, layout = null } = words
      assertSearch({ words: [], where, sort }, table.columns)
      assertLayout(layout, table.columns)
      const view = { ...before, ...words }
      await tx.dataTables.putView(view)
      const names = before.name === view.name ? {} : { before: { name: before.name } }
      const after = { ...(before.name === view.name ? {} : { name: view.name }), dataTable: table.name }
      await note(tx, { action: 'view.changed', view, by, ...names, after })
      return view
    })
  }

  delete({ organizationId, by }: Requester, id: string): Promise<void> {
    return this.#unitOfWork.run(async (tx) => {
      const { view } = await viewWithLockedTable(tx, organizationId, id)
      await tx.dataTables.removeView(view.id)
      await note(tx, { action: 'view.deleted', view, by })
    })
  }

  /** Returns the views of a table, oldest first. */
  list(organizationId: string, dataTableId: string): Promise<readonly View[]> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await storedTable(tx, organizationId, dataTableId)
      return (await tx.dataTables.viewsOf(table.id)).filter(isShared)
    })
  }

  /** Returns a view. The view of a table in the bin is not found. */
  find(organizationId: string, id: string): Promise<View> {
    return this.#unitOfWork.run(async (tx) => {
      const view = await sharedView(tx, organizationId, id)
      if (view === null) throw viewNotFound()
      await storedTable(tx, organizationId, view.dataTableId)
      return view
    })
  }

  /** Returns the layout in which a person sees the columns of a table without a view; null if there is none. */
  layout(organizationId: string, dataTableId: string, userId: string): Promise<ViewLayout | null> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await storedTable(tx, organizationId, dataTableId)
      return ownLayout(tx, table.id, userId)
    })
  }

  /** Stores the layout in which a person sees the columns of a table without a view; null forgets the layout. */
  arrange(organizationId: string, { dataTableId, userId, layout, revision }: ArrangedLayout): Promise<void> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await lockedTable(tx, organizationId, dataTableId)
      assertRevision({ revision: revisionOfLayout(await ownLayout(tx, table.id, userId)) }, revision)
      assertLayout(layout, table.columns)
      await tx.dataTables.putOwnLayout({
        id: this.#ids.next(),
        organizationId,
        dataTableId: table.id,
        name: '',
        q: '',
        where: null,
        sort: null,
        layout,
        createdAt: this.#clock.now(),
        userId,
      })
    })
  }
}

async function ownLayout(tx: Transaction, dataTableId: string, userId: string): Promise<ViewLayout | null> {
  const all = await tx.dataTables.viewsOf(dataTableId)
  return all.find((view) => view.userId === userId)?.layout ?? null
}

function viewNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'View not found' })
}

const isShared = ({ userId }: View) => userId === null

/**
 * Returns a view and its table, which is null if the table is in the bin. Reads the view after the table is locked;
 * otherwise two changes of the view could overwrite each other, or one could store a deleted view again.
 */
async function viewWithLockedTable(tx: Transaction, organizationId: string, id: string) {
  const found = await sharedView(tx, organizationId, id)
  const table = found && (await tx.dataTables.lock(organizationId, found.dataTableId))
  const view = found && (await sharedView(tx, organizationId, id))
  if (view === null) throw viewNotFound()
  return { view, table }
}

async function sharedView(tx: Transaction, organizationId: string, id: string): Promise<View | null> {
  const view = await tx.dataTables.findView(organizationId, id)
  return view !== null && isShared(view) ? view : null
}

/**
 * Writes the audit entry about a view. The entry has the name of the view and not its search, which may contain
 * data of people.
 */
async function note(
  tx: Transaction,
  { view, ...event }: Pick<AuditEvent, 'action' | 'by' | 'before' | 'after'> & { readonly view: View },
): Promise<void> {
  const subject = { kind: 'view', id: view.id, name: view.name } as const
  await tx.audit.add({ ...event, organizationId: view.organizationId, subject })
}
