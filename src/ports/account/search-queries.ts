import type { Found } from '../../domain/account/found.ts'

/** What an organization has by a name. */
export abstract class SearchQueries {
  /**
   * Tables, spinners and senders with these words in their names, jobs whose ids begin with them, and people who were
   * written to at addresses that do; a few of each.
   */
  abstract find(organizationId: string, words: string): Promise<readonly Found[]>
}
