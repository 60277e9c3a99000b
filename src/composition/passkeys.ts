import { SimpleWebAuthn } from '../adapters/security/simple-web-authn.ts'
import { AccountStore } from '../ports/account/accounts.ts'
import { Mailer } from '../ports/account/mailer.ts'
import { WebAuthn } from '../ports/account/passkeys.ts'
import { Secrets } from '../ports/account/secrets.ts'
import { Throttle } from '../ports/account/throttle.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { UnitOfWork } from '../ports/unit-of-work.ts'
import { OwnPassword } from '../use-cases/account/own-password.ts'
import { AddPasskey } from '../use-cases/account/passkeys/add-passkey.ts'
import { Passkeys } from '../use-cases/account/passkeys/passkeys.ts'
import { SignInWithPasskey } from '../use-cases/account/passkeys/sign-in-with-passkey.ts'
import { CheckSecondFactor } from '../use-cases/account/second-factor/check-second-factor.ts'
import { type Binding, provide, provideValue } from './provide.ts'

/** Returns the bindings of the use cases of passkeys, a part of the feature of accounts. */
export function passkeyBindings(publicApiUrl: string): readonly Binding[] {
  return [
    provideValue(WebAuthn, new SimpleWebAuthn(publicApiUrl)),
    provide(Passkeys, UnitOfWork, OwnPassword, CheckSecondFactor, WebAuthn, Secrets, Mailer, Clock),
    provide(AddPasskey, UnitOfWork, WebAuthn, Secrets, Mailer, Clock, Ids),
    provide(SignInWithPasskey, AccountStore, UnitOfWork, CheckSecondFactor, Throttle, Clock, Ids),
  ]
}
