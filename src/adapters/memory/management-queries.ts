import type { OutboxMessage } from '../../domain/job/message.ts'
import type { ApiKey, ApiKeyView } from '../../domain/organization/api-key.ts'
import type { OrganizationView } from '../../domain/organization/organization.ts'
import type { Project } from '../../domain/organization/project.ts'
import type { SignedIn } from '../../domain/organization/session.ts'
import type { User } from '../../domain/organization/user.ts'
import { idAfter, numbersAfter, type Page, type PageOf, pageOf } from '../../domain/page.ts'
import { type AudienceRange, audienceRange } from '../../domain/spinner/audience.ts'
import { type SpinnerVersion, type SpinnerView, viewOf } from '../../domain/spinner/spinner.ts'
import type { DataRecord, RecordView } from '../../domain/table/cell.ts'
import { type DataTableView, metadataColumnsOf } from '../../domain/table/data-table.ts'
import type { RecordOrder } from '../../domain/table/record-order.ts'
import { AccountQueries, type OrganizationSummary } from '../../ports/account-queries.ts'
import { ApiKeyQueries } from '../../ports/api-key-queries.ts'
import { DataTableQueries } from '../../ports/data-table-queries.ts'
import { OutboxQueries } from '../../ports/outbox-queries.ts'
import { ProjectQueries } from '../../ports/project-queries.ts'
import { RecordQueries } from '../../ports/record-queries.ts'
import { SpinnerQueries } from '../../ports/spinner-queries.ts'
import { type MemoryStore, type StoredSpinner, type StoredTable, versionSlot } from './store.ts'
import { without } from './without.ts'

/** Ids sort by time. */
export function pageById<Item extends { readonly id: string }>(
  all: Iterable<Item>,
  page: Page,
  belongs: (item: Item) => boolean,
  latestFirst = false,
): PageOf<Item> {
  const after = idAfter(page)
  const sorted = [...all].filter(belongs).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const ordered = latestFirst ? sorted.toReversed() : sorted
  const rest = ordered.filter(({ id }) => after === null || (latestFirst ? id < after : id > after))
  return pageOf(rest, page, ({ id }) => id)
}

function itemsOf<From, To>({ items, next }: PageOf<From>, view: (item: From) => To): PageOf<To> {
  return { items: items.map(view), next }
}

export class MemoryAccountQueries extends AccountQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async userByEmail(email: string): Promise<User | null> {
    return [...this.#store.users.values()].find((user) => user.email === email) ?? null
  }

  override async signedIn(sessionId: string): Promise<SignedIn | null> {
    const session = this.#store.sessions.get(sessionId)
    const user = session && this.#store.users.get(session.userId)
    if (session === undefined || user === undefined) return null
    return { session, user: without(user, 'passwordHash') }
  }

  override async organization(id: string): Promise<OrganizationView | null> {
    const organization = this.#store.organizations.get(id)
    return organization === undefined ? null : { ...organization, plan: this.#store.planOf(id) }
  }

  override async organizations(): Promise<readonly OrganizationSummary[]> {
    const users = [...this.#store.users.values()]
    return [...this.#store.organizations.values()].map((organization) => ({
      ...organization,
      owners: users
        .filter(({ organizationId, role }) => organizationId === organization.id && role === 'owner')
        .map(({ email }) => email),
    }))
  }
}

export class MemoryProjectQueries extends ProjectQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<Project>> {
    return pageById(this.#store.projects.values(), page, (one) => one.organizationId === organizationId)
  }

  override async find(organizationId: string, id: string): Promise<Project | null> {
    return this.#store.owned(this.#store.projects, organizationId, id)
  }
}

export class MemoryDataTableQueries extends DataTableQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(
    organizationId: string,
    projectId: string | null,
    page: Page,
  ): Promise<PageOf<DataTableView>> {
    const belongs = (table: StoredTable) =>
      table.organizationId === organizationId && (projectId === null || table.projectId === projectId)
    return itemsOf(pageById(this.#store.tables.values(), page, belongs), (table) => this.#view(table))
  }

  override async find(organizationId: string, id: string): Promise<DataTableView | null> {
    const table = this.#store.owned(this.#store.tables, organizationId, id)
    return table === null ? null : this.#view(table)
  }

  #view(table: StoredTable): DataTableView {
    return { ...without(table, 'end'), recordCount: this.#store.records.get(table.id)?.size ?? 0 }
  }
}

interface PlacedRecord extends RecordView {
  readonly seq: number
}

export class MemoryRecordQueries extends RecordQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(dataTableId: string, order: RecordOrder, page: Page): Promise<PageOf<RecordView>> {
    const after = numbersAfter(page)
    const arrived = this.#inOrder(dataTableId)
    const ordered = order === 'newest' ? arrived.toReversed() : arrived
    const sign = order === 'newest' ? -1 : 1
    const rest = ordered.filter((record) => {
      if (after === null) return true
      const [seq, id] = after
      return sign * (record.seq - seq || Number(record.id) - id) > 0
    })
    const found = pageOf(rest, page, (record) => `${record.seq}.${record.id}`)
    return itemsOf(found, (record) => without(record, 'seq'))
  }

  override async some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]> {
    return this.#inOrder(dataTableId)
      .filter(({ id }) => ids.includes(id))
      .toSorted((a, b) => Number(a.id) - Number(b.id))
      .map((record) => without(record, 'seq'))
  }

  override async *all(dataTableId: string): AsyncIterable<readonly DataRecord[]> {
    yield this.#inOrder(dataTableId).map(({ data }) => data)
  }

  #inOrder(dataTableId: string): PlacedRecord[] {
    const records = this.#store.records.get(dataTableId)
    return (this.#store.appends.get(dataTableId) ?? []).flatMap(({ seq, firstId, count, at }) =>
      Array.from({ length: count }, (_, index) => firstId + index).flatMap((id) => {
        const data = records?.get(id)
        return data === undefined ? [] : [{ seq, id: String(id), data, createdAt: at }]
      }),
    )
  }
}

export class MemoryApiKeyQueries extends ApiKeyQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<ApiKeyView>> {
    const belongs = (key: ApiKey) => key.organizationId === organizationId
    return itemsOf(pageById(this.#store.apiKeys.values(), page, belongs), (key) => this.#view(key))
  }

  override async find(organizationId: string, id: string): Promise<ApiKeyView | null> {
    const key = this.#store.owned(this.#store.apiKeys, organizationId, id)
    return key === null ? null : this.#view(key)
  }

  #view(key: ApiKey): ApiKeyView {
    return { ...without(key, 'digest'), lastUsedAt: this.#store.keyUses.get(key.id) ?? null }
  }
}

export class MemorySpinnerQueries extends SpinnerQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(
    organizationId: string,
    projectId: string | null,
    page: Page,
  ): Promise<PageOf<SpinnerView>> {
    const belongs = (spinner: StoredSpinner) =>
      spinner.organizationId === organizationId && (projectId === null || spinner.projectId === projectId)
    return itemsOf(pageById(this.#store.spinners.values(), page, belongs), (one) => this.#view(one))
  }

  override async find(organizationId: string, id: string): Promise<SpinnerView | null> {
    const spinner = this.#store.owned(this.#store.spinners, organizationId, id)
    return spinner === null ? null : this.#view(spinner)
  }

  override async audience(organizationId: string, id: string): Promise<AudienceRange | null> {
    const spinner = this.#store.owned(this.#store.spinners, organizationId, id)
    if (spinner === null) return null
    const version = this.#store.versions.get(versionSlot(id, spinner.publishedVersion ?? 0))
    const table = this.#store.tables.get(spinner.dataTableId)
    if (version === undefined || table === undefined) return null
    return audienceRange(version.audience, spinner.taken, table.end)
  }

  override async version(
    organizationId: string,
    id: string,
    version: number,
  ): Promise<SpinnerVersion | null> {
    const spinner = this.#store.owned(this.#store.spinners, organizationId, id)
    return spinner === null ? null : (this.#store.versions.get(versionSlot(id, version)) ?? null)
  }

  #view(spinner: StoredSpinner): SpinnerView {
    const slot = versionSlot(spinner.id, spinner.publishedVersion ?? 0)
    const metadataColumns = metadataColumnsOf(this.#store.tables.get(spinner.dataTableId) ?? { columns: [] })
    return viewOf(without(spinner, 'taken'), metadataColumns, this.#store.versions.get(slot) ?? null)
  }
}

export class MemoryOutboxQueries extends OutboxQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(
    organizationId: string,
    jobId: string | null,
    page: Page,
  ): Promise<PageOf<OutboxMessage>> {
    const belongs = (message: { readonly organizationId: string; readonly jobId: string }) =>
      message.organizationId === organizationId && (jobId === null || message.jobId === jobId)
    const found = pageById(this.#store.outbox, page, belongs, true)
    return itemsOf(found, (message) => without(message, 'organizationId'))
  }
}
