import type { SearchHit } from '../../domain/account/search-hit.ts'

/** Searches the things of an organization by name. */
export abstract class SearchQueries {
  /**
   * Returns a few matches of each kind: tables, spinners and senders with these words in their names, jobs
   * whose ids begin with them, and recipients whose addresses begin with them.
   */
  abstract find(organizationId: string, words: string): Promise<readonly SearchHit[]>
}
