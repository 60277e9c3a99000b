import type { AccountLinkStore } from './account/account-links.ts'
import type { AccountStore, SessionStore } from './account/accounts.ts'
import type { ApiKeyStore } from './account/api-keys.ts'
import type { AuditStore } from './account/audit.ts'
import type { OrganizationSignInStore } from './account/organization-sign-in.ts'
import type { OrganizationStore } from './account/organizations.ts'
import type { ArrivalStore } from './arrival/arrivals.ts'
import type { MappingStore } from './arrival/mappings.ts'
import type { BinStore } from './bin/bin.ts'
import type { ContactRuleStore } from './contact/contact-rules.ts'
import type { LabelStore } from './conversation/labels.ts'
import type { ThreadStore } from './conversation/threads.ts'
import type { DestinationStore } from './event/destinations.ts'
import type { EventStore } from './event/events.ts'
import type { InTransaction } from './in-transaction.ts'
import type { JobStore } from './job/jobs.ts'
import type { RecipientActionStore } from './job/recipient-actions.ts'
import type { PeopleViewStore } from './person/people-views.ts'
import type { PlanStore } from './plan/plans.ts'
import type { InboundFactStore } from './sender/inbound/inbound-fact-store.ts'
import type { FileStore } from './sender/message/files.ts'
import type { SenderStore } from './sender/senders.ts'
import type { SharedSecretStore } from './sender/shared-secrets.ts'
import type { SpinnerTemplateStore } from './spinner/spinner-templates.ts'
import type { SpinnerStore } from './spinner/spinners.ts'
import type { DataTableStore } from './table/data-tables.ts'
import type { ProjectStore } from './table/projects.ts'
import type { RecordStore } from './table/records.ts'
import type { SegmentStore } from './table/segments.ts'
import type { TestClockStore } from './test-mode/test-clocks.ts'

/** The stores of a transaction by their names. */
export interface Stores {
  readonly plans: PlanStore
  readonly organizations: OrganizationStore
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly accountLinks: AccountLinkStore
  readonly organizationSignIn: OrganizationSignInStore
  readonly apiKeys: ApiKeyStore
  readonly projects: ProjectStore
  readonly dataTables: DataTableStore
  readonly records: RecordStore
  readonly segments: SegmentStore
  readonly bin: BinStore
  readonly spinners: SpinnerStore
  readonly spinnerTemplates: SpinnerTemplateStore
  readonly jobs: JobStore
  readonly recipientActions: RecipientActionStore
  readonly arrivals: Omit<ArrivalStore, 'keep' | 'keepSoon' | 'room'>
  readonly mappings: MappingStore
  readonly peopleViews: PeopleViewStore
  readonly contactRules: ContactRuleStore
  readonly inboundFacts: InboundFactStore
  readonly threads: ThreadStore
  readonly labels: LabelStore
  readonly sharedSecrets: SharedSecretStore
  readonly files: FileStore
  readonly senders: SenderStore
  readonly testClocks: TestClockStore
  readonly audit: AuditStore
  readonly events: EventStore
  readonly destinations: DestinationStore
}

/**
 * The stores that work within one database transaction. Work belongs to the transaction only if it is done by
 * an object of `tx`.
 */
export type Transaction = { readonly [Name in keyof Stores]: Stores[Name] & InTransaction }

export abstract class UnitOfWork {
  /** Runs `work` in a transaction, commits if it resolves and rolls back if it rejects. */
  abstract run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}
