import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock, ClockScope } from '../../ports/clock.ts'
import type { PersonDigests } from '../../ports/contact/contact-rules.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Sealing } from '../../ports/sealing.ts'
import { type Stores, type Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { PostgresAccountLinkStore } from './account/account-link-store.ts'
import { PostgresAccountStore } from './account/account-store.ts'
import { PostgresApiKeyStore } from './account/api-keys/api-key-store.ts'
import { PostgresAuditStore } from './account/audit/audit-store.ts'
import { PostgresOrganizationSignInStore } from './account/organization-sign-in-store.ts'
import { PostgresOrganizationStore } from './account/organization-store.ts'
import { PostgresSessionStore } from './account/sessions/session-store.ts'
import { PostgresUserStore } from './account/user-store.ts'
import { PostgresKeptArrivalStore } from './arrival/kept-arrival-store.ts'
import { PostgresMappingStore } from './arrival/mapping-store.ts'
import { PostgresBinStore } from './bin/bin-store.ts'
import { PostgresContactRuleStore } from './contact/contact-rule-store.ts'
import type { Database } from './database.ts'
import { PostgresDestinationStore } from './event/destination-store.ts'
import { PostgresEventStore } from './event/event-store.ts'
import { PostgresJobStore } from './job/job-store.ts'
import { PostgresOutdatedWaitStore } from './job/outdated-wait-store.ts'
import { PostgresPlanStore } from './plan/plan-store.ts'
import { OpenTransaction } from './rows.ts'
import { PostgresInboundFactStore } from './sender/inbound/inbound-fact-store.ts'
import { PostgresFileStore } from './sender/message/file-store.ts'
import { PostgresSenderStore } from './sender/sender-store.ts'
import { PostgresSharedSecretStore } from './sender/shared-secrets.ts'
import { PostgresSpinnerStore } from './spinner/spinner-store.ts'
import { PostgresDataTableStore } from './table/data-table-store.ts'
import { PostgresKeyRebuildStore } from './table/key-rebuild-store.ts'
import { PostgresProjectStore } from './table/project-store.ts'
import { PostgresRecordStore } from './table/record-store.ts'
import { PostgresTestClockStore } from './test-mode/test-clock-store.ts'
import { inTransaction } from './transaction.ts'

export class PostgresUnitOfWork extends UnitOfWork {
  readonly #database: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #sealing: Sealing
  readonly #digests: PersonDigests
  readonly #secrets: Secrets
  readonly #scope: ClockScope

  constructor(
    database: Database,
    clock: Clock,
    ids: Ids,
    sealing: Sealing,
    digests: PersonDigests,
    secrets: Secrets,
    scope: ClockScope,
  ) {
    super()
    this.#database = database
    this.#clock = clock
    this.#ids = ids
    this.#sealing = sealing
    this.#digests = digests
    this.#secrets = secrets
    this.#scope = scope
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#database, (connection) =>
      work(this.#storesOn(new OpenTransaction(this.#database, connection)) as Transaction),
    )
  }

  #storesOn(tx: OpenTransaction): Stores {
    return {
      plans: new PostgresPlanStore(tx, this.#clock),
      organizations: new PostgresOrganizationStore(tx),
      accounts: new PostgresAccountStore(tx),
      users: new PostgresUserStore(tx),
      sessions: new PostgresSessionStore(tx),
      accountLinks: new PostgresAccountLinkStore(tx),
      organizationSignIn: new PostgresOrganizationSignInStore(tx),
      apiKeys: new PostgresApiKeyStore(tx),
      projects: new PostgresProjectStore(tx),
      dataTables: new PostgresDataTableStore(tx, this.#clock),
      records: new PostgresRecordStore(tx, this.#clock),
      keyRebuilds: new PostgresKeyRebuildStore(tx),
      bin: new PostgresBinStore(tx, this.#clock),
      spinners: new PostgresSpinnerStore(tx, this.#sealing),
      jobs: new PostgresJobStore(tx, this.#clock),
      arrivals: new PostgresKeptArrivalStore(tx, this.#sealing),
      mappings: new PostgresMappingStore(tx),
      outdatedWaits: new PostgresOutdatedWaitStore(tx),
      contactRules: new PostgresContactRuleStore(tx, this.#digests),
      inboundFacts: new PostgresInboundFactStore(tx),
      files: new PostgresFileStore(tx),
      sharedSecrets: new PostgresSharedSecretStore(tx, this.#secrets, this.#sealing, this.#clock),
      senders: new PostgresSenderStore(tx, this.#clock),
      testClocks: new PostgresTestClockStore(tx),
      audit: new PostgresAuditStore(tx, this.#clock, this.#ids),
      events: new PostgresEventStore(tx, this.#clock, this.#scope),
      destinations: new PostgresDestinationStore(tx),
    }
  }
}
