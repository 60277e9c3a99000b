import { Secret, TOTP } from 'otpauth'
import { AppCodes } from '../../ports/account/second-factors.ts'

/**
 * The form of the codes: six digits, a new code every 30 seconds, SHA-1 (RFC 6238). Many authenticator apps ignore
 * other values in the QR code, and show wrong codes then.
 */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** The number of bytes of a secret. RFC 4226 recommends 160 bits. */
const secretBytes = 20

/** The largest number of time steps by which the clocks of the app and of the service may differ. */
const maxStepsOff = 1

export class OtpAppCodes extends AppCodes {
  override newSecret(): string {
    return new Secret({ size: secretBytes }).base32
  }

  override urlOf(secret: string, account: string): string {
    return new TOTP({ ...form, issuer: 'Spindle', label: account, secret }).toString()
  }

  override stepOf(code: string, secret: string, at: Date): number | null {
    // The library throws for characters of several bytes, such as full-width digits.
    if (!/^\d{6}$/.test(code)) return null
    const timestamp = at.getTime()
    const totp = new TOTP({ ...form, secret })
    const stepsOff = totp.validate({ token: code, timestamp, window: maxStepsOff })
    return stepsOff === null ? null : totp.counter({ timestamp }) + stepsOff
  }
}
