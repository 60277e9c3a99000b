import { TOTP } from 'otpauth'
import type { Clock } from '../../../../src/ports/clock.ts'
import type { Person } from '../person.ts'

/** An authenticator app of a test's user, which knows the secret of the service. */
export interface TestApp {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Returns the code that an authenticator app with a secret shows at a time. */
export function appCode(secret: string, at: Date): string {
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at.getTime() })
}

/** Turns on two-factor sign-in for a test's user, with the code of the present time. */
export async function turnOnSecondFactor(person: Person, clock: Pick<Clock, 'now'>): Promise<TestApp> {
  const { secret } = await person.do('POST', '/profile/second-factor', { password: person.password })
  const code = appCode(secret, clock.now())
  const { recoveryCodes } = await person.do('POST', '/profile/second-factor/confirm', { code })
  return { secret, recoveryCodes }
}
