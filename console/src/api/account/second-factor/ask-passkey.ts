import type * as WebAuthn from '@simplewebauthn/browser'
import { t } from '../../../languages/text.ts'

export type RequestOptions = Parameters<typeof WebAuthn.startAuthentication>[0]['optionsJSON']

/** A passkey that the browser did not use or create. The message tells the user why. */
class PasskeyFault extends Error {}

/** The messages for the errors of WebAuthn, by the name of the error. */
const faults: Readonly<Record<string, string>> = {
  NotAllowedError: t('The passkey was not used: you cancelled, or took too long. Try again.'),
  AbortError: t('The passkey was not used: you cancelled, or took too long. Try again.'),
  InvalidStateError: t('This device has a passkey for your account already.'),
  SecurityError: t('Passkeys do not work at this address. Open the console at its public address.'),
  NotSupportedError: t('This device cannot create a passkey.'),
}

/** Runs a function of WebAuthn. The library is loaded when it is needed first. */
export async function withBrowser<Result>(
  work: (library: typeof WebAuthn) => Promise<Result>,
): Promise<Result> {
  const library = await import('@simplewebauthn/browser')
  return work(library).catch((error: unknown) => {
    const name = error instanceof Error ? error.name : ''
    throw new PasskeyFault(faults[name] ?? t('The browser could not use the passkey. Try again.'))
  })
}

/** Asks a passkey to sign a challenge. */
export function askPasskey(optionsJSON: RequestOptions) {
  return withBrowser((library) => library.startAuthentication({ optionsJSON }))
}
