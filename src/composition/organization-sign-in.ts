import { IdentityProvider } from '../ports/account/open-id.ts'
import { OrganizationSignInStore } from '../ports/account/organization-sign-in.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { Sealing } from '../ports/sealing.ts'
import { DomainRecords } from '../ports/sender/domain-records.ts'
import { UnitOfWork } from '../ports/unit-of-work.ts'
import { CheckDueEmailDomains } from '../use-cases/account/organization-sign-in/check-due-email-domains.ts'
import { EmailDomains } from '../use-cases/account/organization-sign-in/email-domains.ts'
import { SignInProviders } from '../use-cases/account/organization-sign-in/sign-in-providers.ts'
import { provide } from './provide.ts'

/** The use cases of organizations' e-mail domains and sign-in providers, a part of the feature of accounts. */
export const organizationSignIn = [
  provide(EmailDomains, UnitOfWork, DomainRecords, Clock, Ids),
  provide(CheckDueEmailDomains, UnitOfWork, OrganizationSignInStore, DomainRecords, Clock),
  provide(SignInProviders, UnitOfWork, IdentityProvider, Sealing, Clock, Ids),
]
