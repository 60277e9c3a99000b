import type { PeopleView } from '../../domain/person/list/people-view.ts'
import type { InTransaction } from '../in-transaction.ts'

/** Stores the views of the list of people. */
export abstract class PeopleViewStore {
  /** Returns the views of an organization, oldest first. */
  abstract viewsOf(organizationId: string): Promise<readonly PeopleView[]>
  abstract find(organizationId: string, id: string): Promise<PeopleView | null>
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<PeopleView | null>
  abstract put(this: InTransaction, view: PeopleView): Promise<void>
  abstract remove(this: InTransaction, id: string): Promise<void>
}
