import { AllowedPrivateHosts } from '../../adapters/channels/allowed-private-hosts.ts'
import { guardedRequests } from '../../adapters/channels/guarded-requests.ts'
import { acrossCells } from '../../adapters/http/account/across-cells.ts'
import { apiKeyRoutes } from '../../adapters/http/account/api-keys/api-key-routes.ts'
import { auditRoutes } from '../../adapters/http/account/audit-routes.ts'
import { openIdRoutes } from '../../adapters/http/account/open-id/open-id-routes.ts'
import { organizationRoutes } from '../../adapters/http/account/organization-routes.ts'
import { organizationSignInRoutes } from '../../adapters/http/account/organization-sign-in/sign-in-routes.ts'
import { overviewRoutes } from '../../adapters/http/account/overview-routes.ts'
import { passkeyRoutes } from '../../adapters/http/account/passkeys/passkey-routes.ts'
import { passkeySignInRoutes } from '../../adapters/http/account/passkeys/passkey-sign-in-routes.ts'
import { profileRoutes } from '../../adapters/http/account/profile-routes.ts'
import { searchRoutes } from '../../adapters/http/account/search-routes.ts'
import { secondFactorRoutes } from '../../adapters/http/account/second-factor/second-factor-routes.ts'
import { authRoutes } from '../../adapters/http/account/sessions/auth-routes.ts'
import { switchRoutes } from '../../adapters/http/account/sessions/switch-routes.ts'
import { teamRoutes } from '../../adapters/http/account/team-routes.ts'
import { whoAmIRoutes } from '../../adapters/http/account/whoami-routes.ts'
import type { Route } from '../../adapters/http/route.ts'
import type { Services } from '../../adapters/http/services.ts'
import { OpenIdProvider } from '../../adapters/oauth/open-id-provider.ts'
import { PostgresAccountLinkStore } from '../../adapters/postgres/account/account-link-store.ts'
import { PostgresAccountStore } from '../../adapters/postgres/account/account-store.ts'
import { PostgresApiKeyStore } from '../../adapters/postgres/account/api-keys/api-key-store.ts'
import { PostgresAuditStore } from '../../adapters/postgres/account/audit/audit-store.ts'
import { PostgresCredentials } from '../../adapters/postgres/account/credentials.ts'
import { PostgresOrganizationSignInStore } from '../../adapters/postgres/account/organization-sign-in-store.ts'
import { PostgresOrganizationStore } from '../../adapters/postgres/account/organization-store.ts'
import { PostgresOrganizationTimes } from '../../adapters/postgres/account/organization-times.ts'
import { PostgresSessionStore } from '../../adapters/postgres/account/sessions/session-store.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { Argon2Passwords } from '../../adapters/security/argon2-passwords.ts'
import { KeyRing } from '../../adapters/security/key-ring.ts'
import { NodeSecrets } from '../../adapters/security/node-secrets.ts'
import { OtpAppCodes } from '../../adapters/security/otp-app-codes.ts'
import { JwtSessionTokens } from '../../adapters/security/session-tokens.ts'
import { FlexibleThrottle } from '../../adapters/throttle/flexible-throttle.ts'
import type { Config } from '../../config.ts'
import { AttemptBudget } from '../../domain/account/audit/attempt-budget.ts'
import { mailsPerDayOf, newOrganizationMailsPerDay } from '../../domain/account/new-organization-limit.ts'
import { PublicUrls } from '../../domain/public-urls.ts'
import { AccountLinkStore } from '../../ports/account/account-links.ts'
import { AccountStore, SessionStore, SessionTokens } from '../../ports/account/accounts.ts'
import { ApiKeyStore } from '../../ports/account/api-keys.ts'
import { AuditStore } from '../../ports/account/audit.ts'
import { Credentials } from '../../ports/account/credentials.ts'
import { Mailer } from '../../ports/account/mailer.ts'
import { IdentityProvider } from '../../ports/account/open-id.ts'
import { OrganizationSignInStore } from '../../ports/account/organization-sign-in.ts'
import { OrganizationStore } from '../../ports/account/organizations.ts'
import { WebAuthn } from '../../ports/account/passkeys.ts'
import { Passwords } from '../../ports/account/passwords.ts'
import { AppCodes } from '../../ports/account/second-factors.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Throttle } from '../../ports/account/throttle.ts'
import { Clock } from '../../ports/clock.ts'
import { ContactRuleStore } from '../../ports/contact/contact-rules.ts'
import { Ids } from '../../ports/ids.ts'
import { OrganizationTimes } from '../../ports/organization-times.ts'
import { Sealing } from '../../ports/sealing.ts'
import { SpinnerStore } from '../../ports/spinner/spinners.ts'
import { DataTableStore } from '../../ports/table/data-tables.ts'
import { RecordStore } from '../../ports/table/records.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { ConfirmAddressChange } from '../../use-cases/account/address/confirm-address-change.ts'
import { RequestAddressChange } from '../../use-cases/account/address/request-address-change.ts'
import { ApiKeys } from '../../use-cases/account/api-keys/api-keys.ts'
import { Audit } from '../../use-cases/account/audit/audit.ts'
import { ChangeOrganization } from '../../use-cases/account/change-organization.ts'
import { ConfirmationLinks } from '../../use-cases/account/confirmation/confirmation-links.ts'
import { Confirmations } from '../../use-cases/account/confirmation/confirmations.ts'
import { CreateOrganization } from '../../use-cases/account/create-organization.ts'
import { CreateUser } from '../../use-cases/account/create-user.ts'
import { DeleteOrganizations } from '../../use-cases/account/deletion/delete-organizations.ts'
import { ExportOrganization } from '../../use-cases/account/deletion/export-organization.ts'
import { OrganizationClosing } from '../../use-cases/account/deletion/organization-closing.ts'
import { DemoSignIns } from '../../use-cases/account/demo/demo-sign-ins.ts'
import { SetUpDemo } from '../../use-cases/account/demo/set-up-demo.ts'
import { FoldActivity } from '../../use-cases/account/fold-activity.ts'
import { BeginOpenId } from '../../use-cases/account/open-id/begin-open-id.ts'
import { FinishOpenId } from '../../use-cases/account/open-id/finish-open-id.ts'
import { OwnPassword } from '../../use-cases/account/own-password.ts'
import { ChangePassword } from '../../use-cases/account/password/change-password.ts'
import { ConfirmPasswordReset } from '../../use-cases/account/password/confirm-password-reset.ts'
import { RequestPasswordReset } from '../../use-cases/account/password/request-password-reset.ts'
import { CheckSecondFactor } from '../../use-cases/account/second-factor/check-second-factor.ts'
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
import { AdmitSending, SendingOptions } from '../../use-cases/admit-sending.ts'
import type { Feature } from '../feature.ts'
import { addressIn, nameIn } from '../mail-from.ts'
import { organizationSignIn } from '../organization-sign-in.ts'
import { passkeyBindings } from '../passkeys.ts'
import { type Binding, provide, provideAs, provideMade, provideValue } from '../provide.ts'

/** The use cases that delete organizations. */
const deletion = [
  provide(OrganizationClosing, UnitOfWork, OwnPassword, CheckSecondFactor, Mailer, Clock),
  provide(
    ExportOrganization,
    UnitOfWork,
    DataTableStore,
    RecordStore,
    SpinnerStore,
    ContactRuleStore,
    AuditStore,
  ),
  provide(DeleteOrganizations, OrganizationStore, UnitOfWork, Clock),
]

/**
 * The use cases of members, of people who belong to several organizations, and of sign-ups and sign-ins that may join
 * one.
 */
const memberships = [
  provide(
    SignUp,
    UnitOfWork,
    Passwords,
    Throttle,
    OrganizationStore,
    Clock,
    Ids,
    ConfirmationLinks,
    Mailer,
    SignUpRules,
  ),
  provide(
    FinishOpenId,
    UnitOfWork,
    IdentityProvider,
    Sealing,
    Clock,
    Ids,
    SignUpRules,
    OrganizationSignInStore,
    OrganizationStore,
  ),
  provide(BeginOpenId, UnitOfWork, IdentityProvider, Secrets, Sealing, Clock, OrganizationSignInStore),
  provide(Sessions, UnitOfWork, SessionTokens, Credentials, Clock, Ids),
  provide(Invitations, UnitOfWork, OrganizationStore, Secrets, PublicUrls, Clock, Ids),
  provide(InviteMember, AccountStore, UnitOfWork, Secrets, Mailer, PublicUrls, Throttle, Clock, Ids),
  provide(Members, AccountStore, UnitOfWork, Clock),
  provide(LeaveOrganization, UnitOfWork, Clock, Ids),
  ...organizationSignIn,
  provide(CreateOrganization, UnitOfWork, Throttle, Clock, Ids, ConfirmationLinks, SignUpRules),
]

/** Returns who may sign up, and the limit of the organizations that strangers create. */
function signUpOptionsOf({
  defaultPlan,
  plans,
  signUp,
  confirmsAddresses,
  smtpUrl,
  sharedSender,
  mailFrom,
}: Pick<
  Config,
  'defaultPlan' | 'plans' | 'signUp' | 'confirmsAddresses' | 'smtpUrl' | 'sharedSender' | 'mailFrom'
>): SignUpRules {
  const plan = plans.find(({ id }) => id === defaultPlan)
  const maxPerDay = plan === undefined ? newOrganizationMailsPerDay : mailsPerDayOf(plan)
  const sender = { name: nameIn(mailFrom), email: addressIn(mailFrom) }
  const isShared = smtpUrl !== null && sharedSender
  const limited = isShared && maxPerDay !== null ? { ...sender, maxPerDay } : null
  return new SignUpRules(defaultPlan, signUp, confirmsAddresses, limited)
}

const adapters: readonly Binding[] = [
  provideAs(AccountStore, PostgresAccountStore, Database),
  provideAs(SessionStore, PostgresSessionStore, Database),
  provideAs(AccountLinkStore, PostgresAccountLinkStore, Database),
  provideAs(ApiKeyStore, PostgresApiKeyStore, Database),
  provideAs(Credentials, PostgresCredentials, Database),
  provideAs(AuditStore, PostgresAuditStore, Database, Clock, Ids),
  provideAs(OrganizationStore, PostgresOrganizationStore, Database, Clock),
  provideAs(OrganizationTimes, PostgresOrganizationTimes, Database),
  provideAs(OrganizationSignInStore, PostgresOrganizationSignInStore, Database),
  provideMade(Throttle, (database: Database) => FlexibleThrottle.inPostgres(database), Database),
]

/** The feature of accounts: organizations, their members, sessions and API keys. */
export const account: Feature = {
  bindings: ({ publicApiUrl, cell, processes, openId, ...config }) => [
    provideValue(SignUpRules, signUpOptionsOf(config)),
    provide(ConfirmationLinks, Secrets, Mailer, PublicUrls, Clock),
    provide(Confirmations, UnitOfWork, ConfirmationLinks, Throttle, Clock),
    provide(AdmitSending, UnitOfWork, Clock, SendingOptions),
    provideValue(SendingOptions, new SendingOptions(config.confirmsAddresses)),
    provide(SignInWithPassword, AccountStore, UnitOfWork, Passwords, Throttle, Clock, Ids, Secrets, WebAuthn),
    provide(FinishSignIn, UnitOfWork, CheckSecondFactor, Throttle, Mailer, Clock, Ids),
    provide(CheckSecondFactor, AppCodes, WebAuthn, Sealing, Clock),
    provide(
      RequestAddressChange,
      AccountStore,
      UnitOfWork,
      OwnPassword,
      CheckSecondFactor,
      Throttle,
      Secrets,
      Mailer,
      PublicUrls,
      Clock,
    ),
    provide(ConfirmAddressChange, UnitOfWork, Mailer, Clock),
    provide(OwnPassword, AccountStore, Passwords, UnitOfWork, Throttle),
    provide(
      SecondFactors,
      UnitOfWork,
      OwnPassword,
      CheckSecondFactor,
      Throttle,
      AppCodes,
      Sealing,
      Secrets,
      Mailer,
      Clock,
    ),
    provide(ResetSecondFactor, AccountStore, UnitOfWork, Mailer, Clock),
    ...memberships,
    provideMade(
      IdentityProvider,
      (urls: PublicUrls, allowed: AllowedPrivateHosts) =>
        new OpenIdProvider(openId, urls, guardedRequests(allowed)),
      PublicUrls,
      AllowedPrivateHosts,
    ),
    provide(RequestPasswordReset, UnitOfWork, Secrets, Mailer, PublicUrls, Throttle, Clock, AttemptBudget),
    provide(ConfirmPasswordReset, UnitOfWork, Passwords, Throttle, Secrets, Clock),
    provide(ChangeOrganization, UnitOfWork, Clock),
    ...deletion,
    provide(ChangePassword, AccountStore, UnitOfWork, Passwords, CheckSecondFactor, Throttle, Clock),
    provide(CreateUser, AccountStore, UnitOfWork, Passwords, Clock, Ids),
    provide(ApiKeys, UnitOfWork, Secrets, Clock, Ids),
    provide(SetUpDemo, UnitOfWork, Clock, Ids, Secrets),
    provide(DemoSignIns, AccountStore, UnitOfWork, Secrets, PublicUrls, Clock, Ids),
    provideValue(AttemptBudget, new AttemptBudget(processes)),
    provide(Audit, UnitOfWork, Clock, AttemptBudget),
    provide(FoldActivity, OrganizationStore),

    ...passkeyBindings(publicApiUrl),
    provideMade(AppCodes, () => new OtpAppCodes()),
    provideMade(Passwords, () => new Argon2Passwords()),
    provideMade(Secrets, (sealing: Sealing) => new NodeSecrets(sealing, cell), Sealing),
    provideMade(SessionTokens, (ring: KeyRing) => new JwtSessionTokens(ring, cell), KeyRing),
    ...adapters,
  ],
  routes: (services) => [
    ...(services.hasOtherCells ? acrossCells(signInRoutes(services), services) : signInRoutes(services)),
    ...organizationRoutes(services),
    ...teamRoutes(services),
    ...profileRoutes(services),
    ...secondFactorRoutes(services),
    ...auditRoutes(services),
    ...overviewRoutes(services),
    ...searchRoutes(services),
    ...whoAmIRoutes(services),
    ...apiKeyRoutes(services),
    ...passkeyRoutes(services),
    ...passkeySignInRoutes(services),
    ...organizationSignInRoutes(services),
  ],
}

function signInRoutes(services: Services): readonly Route[] {
  return [...authRoutes(services), ...switchRoutes(services), ...openIdRoutes(services)]
}
