import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
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
import { PostgresArrivalStore } from './arrival/arrival-store.ts'
import { PostgresMappingStore } from './arrival/mapping-store.ts'
import { PostgresBinStore } from './bin/bin-store.ts'
import { PostgresContactRuleStore } from './contact/contact-rule-store.ts'
import { PostgresLabelStore } from './conversation/label-store.ts'
import { PostgresThreadStore } from './conversation/thread-store.ts'
import type { Database } from './database.ts'
import { PostgresDestinationStore } from './event/destination-store.ts'
import { PostgresEventStore } from './event/event-store.ts'
import { PostgresJobStore } from './job/job-store.ts'
import { PostgresRecipientActionStore } from './job/recipient-action-store.ts'
import { PostgresPeopleViewStore } from './person/list/people-view-store.ts'
import { PostgresPlanStore } from './plan/plan-store.ts'
import { OpenTransaction } from './rows.ts'
import { PostgresInboundFactStore } from './sender/inbound/inbound-fact-store.ts'
import { PostgresFileStore } from './sender/message/file-store.ts'
import { PostgresSenderStore } from './sender/sender-store.ts'
import { PostgresSharedSecretStore } from './sender/shared-secrets.ts'
import { PostgresSpinnerStore } from './spinner/spinner-store.ts'
import { PostgresSpinnerTemplateStore } from './spinner/spinner-template-store.ts'
import { PostgresDataTableStore } from './table/data-table-store.ts'
import { PostgresProjectStore } from './table/project-store.ts'
import { PostgresRecordStore } from './table/record-store.ts'
import { PostgresSegmentStore } from './table/segment/segment-store.ts'
import { PostgresTestClockStore } from './test-mode/test-clock-store.ts'
import { inTransaction } from './transaction.ts'

/** The functions that make the stores of a transaction, by the names of the stores. */
export type StoreMakers = { readonly [Name in keyof Stores]: (tx: OpenTransaction) => Stores[Name] }

/** Returns the stores of a transaction. Each of them is made when it is first read, because a request needs few. */
export function storesOn(tx: OpenTransaction, makers: StoreMakers): Transaction {
  return new Proxy(new Map<keyof Stores, unknown>(), {
    get: (made, name: keyof Stores) => {
      if (!made.has(name) && Object.hasOwn(makers, name)) made.set(name, makers[name](tx))
      return made.get(name)
    },
  }) as unknown as Transaction
}

export class PostgresUnitOfWork extends UnitOfWork {
  readonly #database: Database
  readonly #makers: StoreMakers

  constructor(
    database: Database,
    clock: Clock,
    ids: Ids,
    sealing: Sealing,
    digests: PersonDigests,
    secrets: Secrets,
  ) {
    super()
    this.#database = database
    this.#makers = {
      plans: (tx) => new PostgresPlanStore(tx, clock),
      organizations: (tx) => new PostgresOrganizationStore(tx, clock),
      accounts: (tx) => new PostgresAccountStore(tx),
      sessions: (tx) => new PostgresSessionStore(tx),
      accountLinks: (tx) => new PostgresAccountLinkStore(tx),
      organizationSignIn: (tx) => new PostgresOrganizationSignInStore(tx),
      apiKeys: (tx) => new PostgresApiKeyStore(tx),
      projects: (tx) => new PostgresProjectStore(tx),
      dataTables: (tx) => new PostgresDataTableStore(tx, clock),
      records: (tx) => new PostgresRecordStore(tx, clock, digests),
      segments: (tx) => new PostgresSegmentStore(tx, clock, digests),
      bin: (tx) => new PostgresBinStore(tx, clock),
      spinners: (tx) => new PostgresSpinnerStore(tx, sealing),
      spinnerTemplates: (tx) => new PostgresSpinnerTemplateStore(tx),
      jobs: (tx) => new PostgresJobStore(tx, clock),
      recipientActions: (tx) => new PostgresRecipientActionStore(tx, clock),
      arrivals: (tx) => new PostgresArrivalStore(tx, sealing, null),
      mappings: (tx) => new PostgresMappingStore(tx),
      peopleViews: (tx) => new PostgresPeopleViewStore(tx),
      contactRules: (tx) => new PostgresContactRuleStore(tx, digests),
      inboundFacts: (tx) => new PostgresInboundFactStore(tx, clock),
      threads: (tx) => new PostgresThreadStore(tx, sealing),
      labels: (tx) => new PostgresLabelStore(tx),
      files: (tx) => new PostgresFileStore(tx),
      sharedSecrets: (tx) => new PostgresSharedSecretStore(tx, secrets, sealing, clock),
      senders: (tx) => new PostgresSenderStore(tx, clock),
      testClocks: (tx) => new PostgresTestClockStore(tx, sealing),
      audit: (tx) => new PostgresAuditStore(tx, clock, ids),
      events: (tx) => new PostgresEventStore(tx, clock),
      destinations: (tx) => new PostgresDestinationStore(tx),
    }
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#database, (connection) =>
      work(storesOn(new OpenTransaction(this.#database, connection), this.#makers)),
    )
  }
}
