import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import type { Suppression } from '../../../domain/contact/suppression.ts'
import { DomainError } from '../../../domain/errors.ts'
import { maxPage, type Page, type PageOf } from '../../../domain/page.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import type { SpinnerView } from '../../../domain/spinner/spinner.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { AuditStore } from '../../../ports/account/audit.ts'
import type { ContactRuleStore } from '../../../ports/contact/contact-rules.ts'
import type { SpinnerStore } from '../../../ports/spinner/spinners.ts'
import type { DataTableStore } from '../../../ports/table/data-tables.ts'
import type { RecordStore } from '../../../ports/table/records.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/** A part of the export of an organization. Its items are read on demand, in chunks. */
export type OrganizationPart =
  | {
      readonly kind: 'dataTable'
      readonly table: DataTable
      readonly items: AsyncIterable<readonly DataRecord[]>
    }
  | { readonly kind: 'spinners'; readonly items: AsyncIterable<readonly SpinnerView[]> }
  | { readonly kind: 'suppressions'; readonly items: AsyncIterable<readonly Suppression[]> }
  | { readonly kind: 'audit'; readonly items: AsyncIterable<readonly AuditEntry[]> }

/** The data of an organization, in parts. */
export interface OrganizationExport {
  readonly name: string
  readonly parts: AsyncIterable<OrganizationPart>
}

/**
 * Exports the tables, spinners, suppressions and audit entries of an organization. The audit entry is written before the
 * first part is read.
 */
export class ExportOrganization {
  readonly #unitOfWork: UnitOfWork
  readonly #tables: DataTableStore
  readonly #records: RecordStore
  readonly #spinners: SpinnerStore
  readonly #contactRules: ContactRuleStore
  readonly #audit: AuditStore

  constructor(
    unitOfWork: UnitOfWork,
    tables: DataTableStore,
    records: RecordStore,
    spinners: SpinnerStore,
    contactRules: ContactRuleStore,
    audit: AuditStore,
  ) {
    this.#unitOfWork = unitOfWork
    this.#tables = tables
    this.#records = records
    this.#spinners = spinners
    this.#contactRules = contactRules
    this.#audit = audit
  }

  async execute(organizationId: string, by: Actor): Promise<OrganizationExport> {
    const name = await this.#unitOfWork.run(async (tx) => {
      const organization = await tx.organizations.lock(organizationId)
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      await tx.audit.add({
        action: 'organization.exported',
        organizationId,
        by,
        subject: { kind: 'organization', id: organizationId, name: organization.name },
      })
      return organization.name
    })
    return { name, parts: this.#parts(organizationId) }
  }

  async *#parts(organizationId: string): AsyncIterable<OrganizationPart> {
    for await (const tables of everyPage((page) => this.#tables.list(organizationId, null, page))) {
      for (const { id } of tables) {
        // Leaves out a table that was deleted since the list was read.
        const table = await this.#unitOfWork.run((tx) => tx.dataTables.find(organizationId, id))
        if (table !== null) yield { kind: 'dataTable', table, items: this.#records.all(table) }
      }
    }
    yield {
      kind: 'spinners',
      items: everyPage((page) => this.#spinners.list({ organizationId, projectIds: null }, page)),
    }
    yield {
      kind: 'suppressions',
      items: everyPage((page) => this.#contactRules.suppressions(organizationId, page)),
    }
    const all = { since: null, until: null, action: null, account: null, actor: null, subject: null }
    yield { kind: 'audit', items: everyPage((page) => this.#audit.list({ ...all, organizationId }, page)) }
  }
}

/** Reads all pages of a list, one after the other. */
async function* everyPage<Item>(read: (page: Page) => Promise<PageOf<Item>>): AsyncIterable<readonly Item[]> {
  let after: string | null = null
  do {
    const page: PageOf<Item> = await read({ limit: maxPage, after })
    yield page.items
    after = page.next
  } while (after !== null)
}
