import { OfferedPlans } from '../../domain/plan/plan.ts'
import { PublicUrls } from '../../domain/public-urls.ts'
import { SenderOffers } from '../../domain/sender/sender-offers.ts'
import { AccountLinkStore } from '../../ports/account/account-links.ts'
import { AccountStore, SessionStore, SessionTokens } from '../../ports/account/accounts.ts'
import { ApiKeyStore } from '../../ports/account/api-keys.ts'
import { AuditStore } from '../../ports/account/audit.ts'
import { Credentials } from '../../ports/account/credentials.ts'
import { IdentityProvider } from '../../ports/account/open-id.ts'
import { OrganizationSignInStore } from '../../ports/account/organization-sign-in.ts'
import { OrganizationStore } from '../../ports/account/organizations.ts'
import { WebAuthn } from '../../ports/account/passkeys.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Throttle } from '../../ports/account/throttle.ts'
import { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import { MappingStore } from '../../ports/arrival/mappings.ts'
import { BinStore } from '../../ports/bin/bin.ts'
import { CellDirectory } from '../../ports/cell/cell-directory.ts'
import { Clock } from '../../ports/clock.ts'
import { ContactRuleStore } from '../../ports/contact/contact-rules.ts'
import { DestinationStore } from '../../ports/event/destinations.ts'
import { JobStore } from '../../ports/job/jobs.ts'
import { Rehearsals } from '../../ports/job/rehearsal/rehearsals.ts'
import { Slices } from '../../ports/job/slices.ts'
import { SpinnerResultsStore } from '../../ports/job/spinner-results.ts'
import { Metrics } from '../../ports/metrics.ts'
import { OrganizationTimes } from '../../ports/organization-times.ts'
import { RequestClaims } from '../../ports/request-claims.ts'
import { InboundFactStore } from '../../ports/sender/inbound/inbound-fact-store.ts'
import { FileStore } from '../../ports/sender/message/files.ts'
import { MessageLog } from '../../ports/sender/message/message-log.ts'
import { MessageTokens } from '../../ports/sender/message/message-tokens.ts'
import { SenderStore } from '../../ports/sender/senders.ts'
import { SharedSecretStore } from '../../ports/sender/shared-secrets.ts'
import { ServiceState } from '../../ports/service-state.ts'
import { SpinnerStore } from '../../ports/spinner/spinners.ts'
import { DataTableStore } from '../../ports/table/data-tables.ts'
import { ProjectStore } from '../../ports/table/projects.ts'
import { RecordStore } from '../../ports/table/records.ts'
import { TestClockStore } from '../../ports/test-mode/test-clocks.ts'
import { Timers } from '../../ports/timers.ts'
import { ConfirmAddressChange } from '../../use-cases/account/address/confirm-address-change.ts'
import { RequestAddressChange } from '../../use-cases/account/address/request-address-change.ts'
import { ApiKeys } from '../../use-cases/account/api-keys/api-keys.ts'
import { Audit } from '../../use-cases/account/audit/audit.ts'
import { ChangeOrganization } from '../../use-cases/account/change-organization.ts'
import { Confirmations } from '../../use-cases/account/confirmation/confirmations.ts'
import { CreateOrganization } from '../../use-cases/account/create-organization.ts'
import { ExportOrganization } from '../../use-cases/account/deletion/export-organization.ts'
import { OrganizationClosing } from '../../use-cases/account/deletion/organization-closing.ts'
import { DemoSignIns } from '../../use-cases/account/demo/demo-sign-ins.ts'
import { BeginOpenId } from '../../use-cases/account/open-id/begin-open-id.ts'
import { FinishOpenId } from '../../use-cases/account/open-id/finish-open-id.ts'
import { EmailDomains } from '../../use-cases/account/organization-sign-in/email-domains.ts'
import { SignInProviders } from '../../use-cases/account/organization-sign-in/sign-in-providers.ts'
import { AddPasskey } from '../../use-cases/account/passkeys/add-passkey.ts'
import { Passkeys } from '../../use-cases/account/passkeys/passkeys.ts'
import { SignInWithPasskey } from '../../use-cases/account/passkeys/sign-in-with-passkey.ts'
import { ChangePassword } from '../../use-cases/account/password/change-password.ts'
import { ConfirmPasswordReset } from '../../use-cases/account/password/confirm-password-reset.ts'
import { RequestPasswordReset } from '../../use-cases/account/password/request-password-reset.ts'
import { ResetSecondFactor } from '../../use-cases/account/second-factor/reset-second-factor.ts'
import { SecondFactors } from '../../use-cases/account/second-factor/second-factors.ts'
import { FinishSignIn } from '../../use-cases/account/sessions/finish-sign-in.ts'
import { Sessions } from '../../use-cases/account/sessions/sessions.ts'
import { SignInWithPassword } from '../../use-cases/account/sessions/sign-in-with-password.ts'
import { SignUp, SignUpRules } from '../../use-cases/account/sign-up.ts'
import { Invitations } from '../../use-cases/account/team/invitations.ts'
import { InviteMember } from '../../use-cases/account/team/invite-member.ts'
import { LeaveOrganization } from '../../use-cases/account/team/leave-organization.ts'
import { Members } from '../../use-cases/account/team/members.ts'
import { AdmitArrivals } from '../../use-cases/arrival/admit-arrivals.ts'
import { DiscardArrivals } from '../../use-cases/arrival/discard-arrivals.ts'
import { EditArrival } from '../../use-cases/arrival/edit-arrival.ts'
import { CheckImport } from '../../use-cases/arrival/import/check-import.ts'
import { ImportRecords } from '../../use-cases/arrival/import/import-records.ts'
import { ImportSlots } from '../../use-cases/arrival/import/import-slots.ts'
import { IngestRecords } from '../../use-cases/arrival/ingest-records.ts'
import { Mappings } from '../../use-cases/arrival/mapping/mappings.ts'
import { ProposeMapping } from '../../use-cases/arrival/mapping/propose-mapping.ts'
import { SearchArrivals } from '../../use-cases/arrival/search-arrivals.ts'
import { TakeArrival } from '../../use-cases/arrival/take-arrival.ts'
import { Bin } from '../../use-cases/bin/bin.ts'
import { SignInElsewhere } from '../../use-cases/cell/sign-in-elsewhere.ts'
import { AddressSuppressor } from '../../use-cases/contact/address-suppressor.ts'
import { SetContactPolicy } from '../../use-cases/contact/set-contact-policy.ts'
import { Labels } from '../../use-cases/conversation/labels.ts'
import { Threads } from '../../use-cases/conversation/threads.ts'
import { DestinationStatuses } from '../../use-cases/event/destinations/destination-statuses.ts'
import { Destinations } from '../../use-cases/event/destinations/destinations.ts'
import { ReplayEvents } from '../../use-cases/event/destinations/replay-events.ts'
import { SendToDestination } from '../../use-cases/event/destinations/send-to-destination.ts'
import { FollowEvents } from '../../use-cases/event/follow-events.ts'
import { ListEvents } from '../../use-cases/event/list-events.ts'
import { JobReader } from '../../use-cases/job/job-reader.ts'
import { Jobs } from '../../use-cases/job/jobs.ts'
import { SpinnerPauses } from '../../use-cases/job/pause/spinner-pauses.ts'
import { ActOnRecipients } from '../../use-cases/job/recipients/act-on-recipients.ts'
import { RehearseTrigger } from '../../use-cases/job/rehearsal/rehearse-trigger.ts'
import { StoredRehearsals } from '../../use-cases/job/rehearsal/stored-rehearsals.ts'
import { RetryFailed } from '../../use-cases/job/retry-failed.ts'
import { TriggerSpinner } from '../../use-cases/job/trigger-spinner.ts'
import { ErasePerson } from '../../use-cases/person/erase-person.ts'
import { ExplainContact } from '../../use-cases/person/explain-contact.ts'
import { ExportPerson } from '../../use-cases/person/export-person.ts'
import { FollowPerson } from '../../use-cases/person/follow-person.ts'
import { ListPeople } from '../../use-cases/person/list-people.ts'
import { PeopleViews } from '../../use-cases/person/people-views.ts'
import { ChangePlan } from '../../use-cases/plan/change-plan.ts'
import { CheckPlanMeter } from '../../use-cases/plan/check-plan-meter.ts'
import { BeginConnect } from '../../use-cases/sender/begin-connect.ts'
import { ChangeSender } from '../../use-cases/sender/change-sender.ts'
import { CreateSender } from '../../use-cases/sender/create-sender.ts'
import { FinishConnect } from '../../use-cases/sender/finish-connect.ts'
import { ReceiveProviderEvent } from '../../use-cases/sender/inbound/receive-provider-event.ts'
import { Files } from '../../use-cases/sender/message/files.ts'
import { ListMessages } from '../../use-cases/sender/message/list-messages.ts'
import { OrganizationSecrets } from '../../use-cases/sender/organization-secrets.ts'
import { SenderPools } from '../../use-cases/sender/pacing/sender-pools.ts'
import { SenderDomains } from '../../use-cases/sender/sender-domains.ts'
import { Senders } from '../../use-cases/sender/senders.ts'
import { CountAudience } from '../../use-cases/spinner/count-audience.ts'
import { CountBranches } from '../../use-cases/spinner/count-branches.ts'
import { CreateSpinner } from '../../use-cases/spinner/create-spinner.ts'
import { FindFaults } from '../../use-cases/spinner/find-faults.ts'
import { PreviewPublishing } from '../../use-cases/spinner/preview-publishing.ts'
import { PreviewSpinner } from '../../use-cases/spinner/preview-spinner.ts'
import { PublishSpinner } from '../../use-cases/spinner/publish-spinner.ts'
import { SendTest } from '../../use-cases/spinner/send-test.ts'
import { Spinners } from '../../use-cases/spinner/spinners.ts'
import { SpinnerTemplates } from '../../use-cases/spinner/template/spinner-templates.ts'
import { ChangeDataTable } from '../../use-cases/table/change-data-table.ts'
import { ChangeColumn } from '../../use-cases/table/columns/change-column.ts'
import { Columns } from '../../use-cases/table/columns/columns.ts'
import { DataTables } from '../../use-cases/table/data-tables.ts'
import { FindDuplicates } from '../../use-cases/table/find-duplicates.ts'
import { Projects } from '../../use-cases/table/projects.ts'
import { AddRecord } from '../../use-cases/table/records/add-record.ts'
import { ChangeRecords } from '../../use-cases/table/records/change-records.ts'
import { Records } from '../../use-cases/table/records/records.ts'
import { CountSegment } from '../../use-cases/table/segments/count-segment.ts'
import { Segments } from '../../use-cases/table/segments/segments.ts'
import { Views } from '../../use-cases/table/views.ts'
import { CopyFromTest } from '../../use-cases/test-mode/copy-from-test.ts'
import { CopySpinnerFromTest } from '../../use-cases/test-mode/copy-spinner-from-test.ts'
import { CopyToTest } from '../../use-cases/test-mode/copy-to-test.ts'
import { PlayInbound } from '../../use-cases/test-mode/play-inbound.ts'
import { TestMode } from '../../use-cases/test-mode/test-mode.ts'
import { TestSpinner } from '../../use-cases/test-mode/test-spinner.ts'
import type { OpenIdCookie } from './account/open-id/open-id-cookie.ts'
import type { SessionCookie } from './request/caller/session-cookie.ts'

/** The settings of the deployment that routes read. */
interface RouteSettings {
  readonly cookie: SessionCookie
  /** The cookie that binds a sign-in with OpenID Connect to its browser. */
  readonly stateCookie: OpenIdCookie
  /** Whether there are other cells (deployments behind the same proxy), which may have a person's account. */
  readonly hasOtherCells: boolean
  /** The id of the demo user whom people may sign in as without a password; null if there is none. */
  readonly demoUserId: string | null
  /** Whether owners may change the plan of their organization themselves. */
  readonly selfServePlans: boolean
}

/** The use cases and ports that routes and the application use, by name. */
export const services = {
  accountLinkStore: AccountLinkStore,
  accountStore: AccountStore,
  addPasskey: AddPasskey,
  addRecord: AddRecord,
  addressSuppressor: AddressSuppressor,
  admitArrivals: AdmitArrivals,
  apiKeyStore: ApiKeyStore,
  apiKeys: ApiKeys,
  arrivals: ArrivalStore,
  audit: Audit,
  auditStore: AuditStore,
  beginConnect: BeginConnect,
  beginOpenId: BeginOpenId,
  bin: Bin,
  binStore: BinStore,
  changeColumn: ChangeColumn,
  changeDataTable: ChangeDataTable,
  changeOrganization: ChangeOrganization,
  changePassword: ChangePassword,
  changePlan: ChangePlan,
  changeRecords: ChangeRecords,
  changeSender: ChangeSender,
  checkImport: CheckImport,
  checkPlanMeter: CheckPlanMeter,
  clock: Clock,
  columns: Columns,
  confirmAddressChange: ConfirmAddressChange,
  confirmations: Confirmations,
  confirmPasswordReset: ConfirmPasswordReset,
  contactRuleStore: ContactRuleStore,
  copyFromTest: CopyFromTest,
  copySpinnerFromTest: CopySpinnerFromTest,
  testSpinner: TestSpinner,
  copyToTest: CopyToTest,
  countBranches: CountBranches,
  createOrganization: CreateOrganization,
  createSender: CreateSender,
  createSpinner: CreateSpinner,
  credentials: Credentials,
  dataTableStore: DataTableStore,
  dataTables: DataTables,
  demoSignIns: DemoSignIns,
  destinationStore: DestinationStore,
  destinations: Destinations,
  destinationStatuses: DestinationStatuses,
  directory: CellDirectory,
  discardArrivals: DiscardArrivals,
  editArrival: EditArrival,
  emailDomains: EmailDomains,
  erasePerson: ErasePerson,
  explainContact: ExplainContact,
  exportOrganization: ExportOrganization,
  exportPerson: ExportPerson,
  fileStore: FileStore,
  files: Files,
  findDuplicates: FindDuplicates,
  findFaults: FindFaults,
  finishConnect: FinishConnect,
  finishOpenId: FinishOpenId,
  finishSignIn: FinishSignIn,
  followEvents: FollowEvents,
  followPerson: FollowPerson,
  listPeople: ListPeople,
  peopleViews: PeopleViews,
  previewPublishing: PreviewPublishing,
  importRecords: ImportRecords,
  inboundFacts: InboundFactStore,
  ingestRecords: IngestRecords,
  invitations: Invitations,
  inviteMember: InviteMember,
  jobStore: JobStore,
  jobs: Jobs,
  leaveOrganization: LeaveOrganization,
  listEvents: ListEvents,
  listMessages: ListMessages,
  jobReader: JobReader,
  signInWithPassword: SignInWithPassword,
  mappingStore: MappingStore,
  mappings: Mappings,
  members: Members,
  messageLog: MessageLog,
  messageTokens: MessageTokens,
  metrics: Metrics,
  offered: OfferedPlans,
  offers: SenderOffers,
  organizationClosing: OrganizationClosing,
  organizationSecrets: OrganizationSecrets,
  passkeys: Passkeys,
  places: ImportSlots,
  playInbound: PlayInbound,
  previewSpinner: PreviewSpinner,
  projectStore: ProjectStore,
  projects: Projects,
  proposeMapping: ProposeMapping,
  provider: IdentityProvider,
  publishSpinner: PublishSpinner,
  receiveProviderEvent: ReceiveProviderEvent,
  recordStore: RecordStore,
  records: Records,
  rehearsals: Rehearsals,
  rehearseTrigger: RehearseTrigger,
  replayEvents: ReplayEvents,
  requestAddressChange: RequestAddressChange,
  requestPasswordReset: RequestPasswordReset,
  requestClaims: RequestClaims,
  resetSecondFactor: ResetSecondFactor,
  actOnRecipients: ActOnRecipients,
  retryFailed: RetryFailed,
  serviceState: ServiceState,
  searchArrivals: SearchArrivals,
  secondFactors: SecondFactors,
  secrets: Secrets,
  senderDomains: SenderDomains,
  senderPools: SenderPools,
  senderStore: SenderStore,
  senders: Senders,
  sendTest: SendTest,
  sendToDestination: SendToDestination,
  sessions: Sessions,
  sessionStore: SessionStore,
  setContactPolicy: SetContactPolicy,
  sharedSecrets: SharedSecretStore,
  signInElsewhere: SignInElsewhere,
  signInProviders: SignInProviders,
  organizationSignInStore: OrganizationSignInStore,
  organizationStore: OrganizationStore,
  organizationTimes: OrganizationTimes,
  signInWithPasskey: SignInWithPasskey,
  signUp: SignUp,
  signUpOptions: SignUpRules,
  slices: Slices,
  spinnerPauses: SpinnerPauses,
  spinnerResults: SpinnerResultsStore,
  spinnerStore: SpinnerStore,
  spinnerTemplates: SpinnerTemplates,
  spinners: Spinners,
  storedRehearsals: StoredRehearsals,
  labels: Labels,
  takeArrival: TakeArrival,
  threads: Threads,
  testClocks: TestClockStore,
  testMode: TestMode,
  throttle: Throttle,
  timers: Timers,
  tokens: SessionTokens,
  triggerSpinner: TriggerSpinner,
  urls: PublicUrls,
  views: Views,
  segments: Segments,
  countSegment: CountSegment,
  countAudience: CountAudience,
  webAuthn: WebAuthn,
}

/** The use cases and ports of the list, as the container creates them, with the settings of the deployment. */
export type Services = {
  readonly [Name in keyof typeof services]: InstanceType<(typeof services)[Name]>
} & RouteSettings
