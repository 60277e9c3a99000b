/**
 * The time that templates may take together: those of one request, or those of one recipient. A recipient
 * that is previewed spends what its request has as well.
 */
export class TemplateBudget {
  /** The organization that it is spent for, with which others take turns. */
  readonly organizationId: string
  readonly #within: TemplateBudget | null
  #leftMs: number

  constructor(organizationId: string, milliseconds: number, within: TemplateBudget | null = null) {
    this.organizationId = organizationId
    this.#leftMs = milliseconds
    this.#within = within
  }

  get leftMs(): number {
    return Math.max(0, Math.min(this.#leftMs, this.#within?.leftMs ?? Number.POSITIVE_INFINITY))
  }

  spend(milliseconds: number): void {
    this.#leftMs -= milliseconds
    this.#within?.spend(milliseconds)
  }
}

/** What an honest recipient takes is a millisecond; the rest is for a machine that is busy. */
const recipientMs = 500

export const recipientBudget = (
  organizationId: string,
  within: TemplateBudget | null = null,
): TemplateBudget => new TemplateBudget(organizationId, recipientMs, within)

/** A person waits for it: to save a draft, to publish it, or to look at what it would send. */
const requestMs = 2_000

/** All drafts and versions over a table are read at once. */
const renamingMs = 10_000

export const renamingBudget = (organizationId: string): TemplateBudget =>
  new TemplateBudget(organizationId, renamingMs)

export const requestBudget = (organizationId: string): TemplateBudget =>
  new TemplateBudget(organizationId, requestMs)
