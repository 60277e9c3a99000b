/**
 * The processor time that the templates of one request, or of one recipient, may take together. A recipient in a
 * preview also spends the time of its request.
 */
export class TemplateBudget {
  /** The organization whose templates spend this time. Organizations with templates to render take turns. */
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

/**
 * The milliseconds that the templates of one recipient may take. Ordinary templates take 1 ms; the rest
 * allows for large ones.
 */
const recipientMs = 500

export const recipientBudget = (
  organizationId: string,
  within: TemplateBudget | null = null,
): TemplateBudget => new TemplateBudget(organizationId, recipientMs, within)

/**
 * The milliseconds that the templates of one request may take. A person waits for the request to save,
 * publish or preview a draft.
 */
const requestMs = 2_000

/**
 * The milliseconds that templates may take when a column is renamed. Renaming reads all drafts and versions
 * over a table at once.
 */
const renamingMs = 10_000

export const renamingBudget = (organizationId: string): TemplateBudget =>
  new TemplateBudget(organizationId, renamingMs)

export const requestBudget = (organizationId: string): TemplateBudget =>
  new TemplateBudget(organizationId, requestMs)
