import type { Reach } from '../../domain/account/reach.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { ListedPerson, PeopleSelection } from '../../domain/person/list/listed-person.ts'
import type { PersonQuery } from '../../domain/person/person-query.ts'

/** A request for a page of the list of people. */
export interface PeopleRequest {
  /** The organization, and the projects to which an API key is limited. */
  readonly reach: Reach
  readonly selection: PeopleSelection
  readonly page: Page
}

/**
 * The list of people of an organization: everybody with an address, or the value of the only match column, in a
 * record of a data table. The list is filled from the ledgers of the tables once it is read; ingest does not wait for
 * it.
 */
export abstract class PeopleList {
  /**
   * Enters records that arrived or changed since the last call, for a tenth of a second at most. Returns false if
   * others are left; a runtime then enters them.
   */
  abstract catchUp(organizationId: string): Promise<boolean>

  /** Enters all records that arrived or changed, in all organizations whose people were listed. For the runtime. */
  abstract fill(signal: AbortSignal): Promise<void>

  /**
   * Returns a page of the list. People who are added or removed meanwhile shift no page. For an API key that is limited
   * to projects, shows only what records and messages of these projects say.
   */
  abstract list(request: PeopleRequest): Promise<PageOf<ListedPerson>>

  /** Returns how a person of the list is known; null for an unknown id. */
  abstract identityOf(organizationId: string, id: string): Promise<PersonQuery | null>

  /** Returns the ids of the people of some records, in any order. */
  abstract peopleOf(records: readonly { dataTableId: string; recordId: string }[]): Promise<readonly string[]>

  /** Stores the id of a person without records, such as a suppressed address, so that `identityOf` knows it. */
  abstract noteAddress(organizationId: string, id: string, email: string, at: Date): Promise<void>
}
