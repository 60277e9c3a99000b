import { describe, expect, it } from '@jest/globals'
import { SignJWT } from 'jose'
import { JwtSessionTokens } from '../../../src/adapters/security/session-tokens.ts'
import { newSession } from '../../../src/domain/account/sessions/session.ts'
import { ringOf } from '../../support/data/ring.ts'

const tokens = new JwtSessionTokens(ringOf('x'))
const now = new Date('2026-11-20T12:00:00Z')
const [id, userId] = ['01936f51-0000-7000-8000-000000000001', '01936f51-0000-7000-8000-000000000002']
const session = newSession(id, userId, now)
const unauthenticated = { code: 'UNAUTHENTICATED' }

describe('session tokens as JWTs', () => {
  it('name the session for which they were signed', async () => {
    expect(await tokens.read(await tokens.sign(session), now)).toBe(id)
  })

  it('report an expired session from the second of its expiry', async () => {
    const token = await tokens.sign(session)
    const at = session.expiresAt
    await expect(tokens.read(token, at)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(await tokens.read(token, new Date(at.getTime() - 1_000))).toBe(id)
  })

  it('are not accepted with another SESSION_SECRET', async () => {
    const other = new JwtSessionTokens(ringOf('y'))
    await expect(tokens.read(await other.sign(session), now)).rejects.toMatchObject(unauthenticated)
  })

  it('stay valid under a newer key, as long as the older one is in the ring', async () => {
    const token = await tokens.sign(session)
    expect(await new JwtSessionTokens(ringOf('y', 'x')).read(token, now)).toBe(id)
    expect(await tokens.read(await new JwtSessionTokens(ringOf('x', 'y')).sign(session), now)).toBe(id)
    await expect(new JwtSessionTokens(ringOf('y', 'x')).read(token, session.expiresAt)).rejects.toMatchObject(
      {
        code: 'SESSION_EXPIRED',
      },
    )
  })

  it.each([['header'], ['payload'], ['signature']])('are not accepted with another %s', async (part) => {
    const parts = (await tokens.sign(session)).split('.')
    const at = ['header', 'payload', 'signature'].indexOf(part)
    const changed = parts.map((text, index) => (index === at ? `${text.slice(0, -2)}AA` : text)).join('.')
    await expect(tokens.read(changed, now)).rejects.toMatchObject(unauthenticated)
  })

  it('are not accepted unsigned, or signed with another key for the same session', async () => {
    const [, payload] = (await tokens.sign(session)).split('.')
    const header = Buffer.from('{"alg":"none","typ":"session+jwt"}').toString('base64url')
    const forged = await new SignJWT({ sub: userId, jti: id, iss: 'spindle', aud: 'spindle' })
      .setProtectedHeader({ alg: 'HS256', typ: 'session+jwt' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('x'.repeat(32)))
    for (const token of [`${header}.${payload}.`, forged, '', 'x', '..', 'a.b.c', `svc_${'x'.repeat(36)}`])
      await expect(tokens.read(token, now)).rejects.toMatchObject(unauthenticated)
  })
})
