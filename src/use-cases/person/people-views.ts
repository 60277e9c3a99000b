import type { AuditEvent } from '../../domain/account/audit/audit-entry.ts'
import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import {
  type PeopleFilter,
  type PeopleView,
  revisionOfPeopleView,
} from '../../domain/person/list/people-view.ts'
import { assertRevision } from '../../domain/revision.ts'
import { maxViews } from '../../domain/table/search/view.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

export type PeopleViewWords = Pick<PeopleView, 'name' | 'filter' | 'columns'>

/** Creates, changes, deletes and lists views: searches of the list of people that are saved under a name. */
export class PeopleViews {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  create({ organizationId, by }: Requester, words: PeopleViewWords): Promise<PeopleView> {
    return this.#unitOfWork.run(async (tx) => {
      // Locks the organization, so that two requests at once cannot exceed the limit.
      await tx.organizations.lock(organizationId)
      await assertTable(tx, organizationId, words.filter)
      if ((await tx.peopleViews.viewsOf(organizationId)).length >= maxViews)
        throw new DomainError('CONFLICT', {
          message: sentence('The list of people may have at most {maxViews} views; delete one first', {
            maxViews,
          }),
        })
      const view = { id: this.#ids.next(), organizationId, createdAt: this.#clock.now(), ...words }
      await tx.peopleViews.put(view)
      await note(tx, { action: 'view.created', view, by })
      return view
    })
  }

  change(
    { organizationId, by }: Requester,
    { id, words, revision }: { id: string; words: Partial<PeopleViewWords>; revision: number | null },
  ): Promise<PeopleView> {
    return this.#unitOfWork.run(async (tx) => {
      const before = await lockedView(tx, organizationId, id)
      assertRevision({ revision: revisionOfPeopleView(before) }, revision)
      if (words.filter !== undefined) await assertTable(tx, organizationId, words.filter)
      const view = { ...before, ...words }
      await tx.peopleViews.put(view)
      const names =
        before.name === view.name ? {} : { before: { name: before.name }, after: { name: view.name } }
      await note(tx, { action: 'view.changed', view, by, ...names })
      return view
    })
  }

  delete({ organizationId, by }: Requester, id: string): Promise<void> {
    return this.#unitOfWork.run(async (tx) => {
      const view = await lockedView(tx, organizationId, id)
      await tx.peopleViews.remove(view.id)
      await note(tx, { action: 'view.deleted', view, by })
    })
  }

  /** Returns the views of an organization, oldest first. */
  list(organizationId: string): Promise<readonly PeopleView[]> {
    return this.#unitOfWork.run((tx) => tx.peopleViews.viewsOf(organizationId))
  }

  async find(organizationId: string, id: string): Promise<PeopleView> {
    const view = await this.#unitOfWork.run((tx) => tx.peopleViews.find(organizationId, id))
    if (view === null) throw viewNotFound()
    return view
  }
}

function viewNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'View not found' })
}

async function lockedView(tx: Transaction, organizationId: string, id: string): Promise<PeopleView> {
  const view = await tx.peopleViews.lock(organizationId, id)
  if (view === null) throw viewNotFound()
  return view
}

async function assertTable(
  tx: Transaction,
  organizationId: string,
  { dataTableId }: PeopleFilter,
): Promise<void> {
  if (dataTableId !== undefined && (await tx.dataTables.find(organizationId, dataTableId)) === null)
    throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
}

/** Writes the audit entry about a view. The entry has no search, because a search may contain data of people. */
async function note(
  tx: Transaction,
  { view, ...event }: Pick<AuditEvent, 'action' | 'by' | 'before' | 'after'> & { readonly view: PeopleView },
): Promise<void> {
  const subject = { kind: 'view', id: view.id, name: view.name } as const
  await tx.audit.add({ ...event, organizationId: view.organizationId, subject })
}
