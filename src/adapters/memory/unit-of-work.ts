import { auditEntry } from '../../domain/account/audit/audit-entry.ts'
import { startOfLedger } from '../../domain/ledger-position.ts'
import type { AccountStore } from '../../ports/account/accounts.ts'
import type { ApiKeyStore } from '../../ports/account/api-keys.ts'
import type { AuditStore } from '../../ports/account/audit.ts'
import type { OrganizationStore } from '../../ports/account/organizations.ts'
import type { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'
import type { ProjectStore } from '../../ports/table/projects.ts'
import { type Stores, type Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { planStore } from './meters.ts'
import { partOf } from './part-of.ts'
import { type MemoryStore, versionSlot } from './store.ts'
import { Writes } from './writes.ts'

/** `MemoryUnitOfWork` runs transactions one after the other and undoes one that fails. */
export class MemoryUnitOfWork extends UnitOfWork {
  readonly #store: MemoryStore
  readonly #clock: Clock
  readonly #ids: Ids
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: MemoryStore, clock: Clock, ids: Ids) {
    super()
    this.#store = store
    this.#clock = clock
    this.#ids = ids
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const next = this.#last.then(() => this.#run(work))
    this.#last = next.catch(() => {})
    return next
  }

  async #run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const writes = new Writes()
    try {
      return await work(
        partOf<Stores>({
          plans: planStore(this.#store, writes),
          ...accountStores(this.#store, writes),
          ...tableStores(this.#store, writes),
          spinners: spinnerStore(this.#store, writes),
          arrivals: arrivalStore(this.#store, writes),
          audit: this.#auditStore(writes),
        }) as Transaction,
      )
    } catch (error) {
      writes.takeBack()
      throw error
    }
  }

  #auditStore(writes: Writes): AuditStore {
    return partOf<AuditStore>({
      add: async (event) => {
        const entry = auditEntry(this.#ids.next(), this.#clock.now(), event)
        writes.put(this.#store.auditEntries, entry.id, entry)
      },
    })
  }
}

type AccountStores = Pick<Stores, 'organizations' | 'accounts' | 'apiKeys' | 'projects'>

function accountStores(store: MemoryStore, writes: Writes): AccountStores {
  const { organizations, accounts, users, apiKeys, projects } = store
  return {
    organizations: partOf<OrganizationStore>({
      add: async (organization) => writes.put(organizations, organization.id, organization),
      count: async () => organizations.size,
      lock: async (id) => organizations.get(id.toLowerCase()) ?? null,
      save: async (organization) => writes.put(organizations, organization.id, organization),
    }),
    accounts: partOf<AccountStore>({
      add: async (account) => writes.put(accounts, account.id, account),
      addUser: async (user) => writes.put(users, user.id, user),
    }),
    apiKeys: partOf<ApiKeyStore>({
      add: async (key) => writes.put(apiKeys, key.id, key),
      lock: async (organizationId, id) => store.owned(apiKeys, organizationId, id),
      save: async (key) => writes.put(apiKeys, key.id, key),
    }),
    projects: partOf<ProjectStore>({
      add: async (project) => writes.put(projects, project.id, project),
    }),
  }
}

function tableStores(store: MemoryStore, writes: Writes): Pick<Stores, 'dataTables'> {
  const { tables } = store
  return {
    dataTables: partOf<DataTableStore>({
      add: async (table) => writes.put(tables, table.id, { ...table, end: startOfLedger }),
      find: async (organizationId, id) => {
        const table = store.owned(tables, organizationId, id)
        return table && { ...table, recordCount: store.records.get(id)?.size ?? 0 }
      },
      lock: async (organizationId, id) => store.owned(tables, organizationId, id),
      save: async (table) => {
        const { end = startOfLedger } = tables.get(table.id) ?? {}
        writes.put(tables, table.id, { ...table, end })
      },
      remove: async (id) => {
        writes.drop(tables, id)
        writes.drop(store.records, id)
        writes.drop(store.appends, id)
      },
    }),
  }
}

function spinnerStore(store: MemoryStore, writes: Writes): SpinnerStore {
  const { spinners, versions } = store
  return partOf<SpinnerStore>({
    add: async (spinner, version) => {
      writes.put(spinners, spinner.id, { ...spinner, taken: startOfLedger })
      if (version !== null) writes.put(versions, versionSlot(spinner.id, version.version), version)
    },
    remove: async (id) => writes.drop(spinners, id),
  })
}

function arrivalStore({ idempotencyKeys }: MemoryStore, writes: Writes): ArrivalStore {
  return partOf<ArrivalStore>({
    forgetIdempotencyKeys: async (before, most) => {
      const old = [...idempotencyKeys].filter(([, { at }]) => at < before).slice(0, most)
      for (const [slot] of old) writes.drop(idempotencyKeys, slot)
      return old.length
    },
  })
}
