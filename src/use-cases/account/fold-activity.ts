import type { OrganizationStore } from '../../ports/account/organizations.ts'

/** Counts the arrivals, messages and replies since the last run, for the charts of activity. */
export class FoldActivity {
  readonly #organizations: OrganizationStore

  constructor(organizations: OrganizationStore) {
    this.#organizations = organizations
  }

  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#organizations.foldActivity()));
  }
}
