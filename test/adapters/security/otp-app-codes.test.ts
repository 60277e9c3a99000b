import { describe, expect, it } from '@jest/globals'
import { Secret } from 'otpauth'
import { OtpAppCodes } from '../../../src/adapters/security/otp-app-codes.ts'
import { appCode } from '../../support/data/sign-in/second-factor.ts'

describe('codes of authenticator apps', () => {
  const codes = new OtpAppCodes()

  // The vectors of RFC 6238, appendix B, for SHA-1. The RFC shows eight digits; apps show the last six.
  const ofRfc = Secret.fromUTF8('12345678901234567890').base32
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('accept the code of RFC 6238 at %d seconds', (seconds, code) => {
    expect(codes.stepOf(code, ofRfc, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  it('accept the codes of one time step before and after the present one, with their own steps', () => {
    const at = new Date('2026-11-20T09:00:10Z')
    const present = at.getTime() / 30_000
    const stepAt = (seconds: number) => {
      const code = appCode(ofRfc, new Date(at.getTime() + seconds * 1000))
      return codes.stepOf(code, ofRfc, at)
    }
    expect([-30, 0, 30].map(stepAt)).toEqual([-1, 0, 1].map((off) => Math.floor(present) + off))
    expect([-60, 60].map(stepAt)).toEqual([null, null])
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('refuse %j', (code) => {
    expect(codes.stepOf(code, ofRfc, new Date())).toBeNull()
  })

  it('create secrets of 160 bits, and the URL for a QR code', () => {
    const secret = codes.newSecret()
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    expect(codes.newSecret()).not.toBe(secret)
    const url = new URL(codes.urlOf(secret, 'ada@example.com'))
    expect(`${url.protocol}//${url.host}`).toBe('otpauth://totp')
    expect(decodeURIComponent(url.pathname)).toBe('/Spindle:ada@example.com')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Spindle',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
