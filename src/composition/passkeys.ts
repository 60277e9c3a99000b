import type { Container } from 'inversify'
import { passkeyRoutes } from '../adapters/http/account/passkeys/passkey-routes.ts'
import { passkeySignInRoutes } from '../adapters/http/account/passkeys/passkey-sign-in-routes.ts'
import { SessionCookie } from '../adapters/http/account/sessions/session-cookie.ts'
import type { Route } from '../adapters/http/route.ts'
import { SimpleWebAuthn } from '../adapters/security/simple-web-authn.ts'
import { Accounts, SessionTokens } from '../ports/account/accounts.ts'
import { Mailer } from '../ports/account/mailer.ts'
import { WebAuthn } from '../ports/account/passkeys.ts'
import { Secrets } from '../ports/account/secrets.ts'
import { Throttle } from '../ports/account/throttle.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { UnitOfWork } from '../ports/unit-of-work.ts'
import { OwnPassword } from '../use-cases/account/own-password.ts'
import { AddPasskey } from '../use-cases/account/passkeys/add-passkey.ts'
import { BeginPasskey } from '../use-cases/account/passkeys/begin-passkey.ts'
import { BeginPasskeyProof } from '../use-cases/account/passkeys/begin-passkey-proof.ts'
import { BeginPasskeySignIn } from '../use-cases/account/passkeys/begin-passkey-sign-in.ts'
import { RemovePasskey } from '../use-cases/account/passkeys/remove-passkey.ts'
import { RenamePasskey } from '../use-cases/account/passkeys/rename-passkey.ts'
import { SignInWithPasskey } from '../use-cases/account/passkeys/sign-in-with-passkey.ts'
import { CheckSecondFactor } from '../use-cases/account/second-factor/check-second-factor.ts'
import type { HttpOptions } from './feature.ts'
import { type Binding, provide, provideValue, resolve } from './provide.ts'

/** Returns the bindings of the use cases of passkeys, a part of the feature of accounts. */
export function passkeyBindings(publicApiUrl: string): readonly Binding[] {
  return [
    provideValue(WebAuthn, new SimpleWebAuthn(publicApiUrl)),
    provide(BeginPasskey, UnitOfWork, OwnPassword, CheckSecondFactor, Throttle, WebAuthn, Secrets, Clock),
    provide(AddPasskey, UnitOfWork, WebAuthn, Secrets, Mailer, Clock, Ids),
    provide(RenamePasskey, UnitOfWork),
    provide(RemovePasskey, UnitOfWork, OwnPassword, CheckSecondFactor, Throttle, Mailer),
    provide(BeginPasskeyProof, UnitOfWork, WebAuthn, Secrets, Clock),
    provide(BeginPasskeySignIn, UnitOfWork, WebAuthn, Secrets, Clock),
    provide(SignInWithPasskey, Accounts, UnitOfWork, CheckSecondFactor, Throttle, Clock, Ids),
  ]
}

/** Returns the routes of passkeys, a part of the feature of accounts. */
export function routesOfPasskeys(container: Container, { publicApiUrl, cells }: HttpOptions): Route[] {
  return [
    ...passkeyRoutes(
      resolve(container, {
        accounts: Accounts,
        webAuthn: WebAuthn,
        beginPasskey: BeginPasskey,
        addPasskey: AddPasskey,
        renamePasskey: RenamePasskey,
        removePasskey: RemovePasskey,
        beginPasskeyProof: BeginPasskeyProof,
      }),
    ),
    ...passkeySignInRoutes({
      ...resolve(container, {
        accounts: Accounts,
        tokens: SessionTokens,
        beginPasskeySignIn: BeginPasskeySignIn,
        signInWithPasskey: SignInWithPasskey,
      }),
      cookie: new SessionCookie(publicApiUrl),
      hasOtherCells: cells !== null,
    }),
  ]
}
