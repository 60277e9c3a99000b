import { describe, expect, it } from '@jest/globals'
import { SimpleWebAuthn } from '../../../src/adapters/security/simple-web-authn.ts'
import type { Passkey, PasskeyAnswer } from '../../../src/domain/account/second-factor/passkey.ts'
import { PasskeyRefused } from '../../../src/ports/account/passkeys.ts'
import { Authenticator, publicOrigin } from '../../support/data/sign-in/authenticator.ts'

const user = { accountId: '01936f4e-aaaa-7fff-8fff-ffffffffffff', email: 'ada@example.com', name: 'Ada' }

type Sent = ReturnType<Authenticator['get' | 'create']>
const answered = (sent: Sent, challenge = 'a challenge'): PasskeyAnswer => ({
  credentialId: sent.id,
  challenge,
  digest: null,
  response: sent,
})

describe('answers of authenticators', () => {
  const webAuthn = new SimpleWebAuthn(publicOrigin)

  const added = async (device: Authenticator): Promise<Passkey> => {
    const sent = device.create(webAuthn.creationOptions('a challenge', user, []) as never)
    const key = await webAuthn.created(answered(sent))
    const createdAt = new Date('2026-11-23T09:00:00Z')
    return { ...key, id: 'an id', accountId: user.accountId, name: 'Laptop', createdAt, lastUsedAt: null }
  }

  it('are verified by the key that was created, with the counter', async () => {
    const device = new Authenticator()
    const passkey = await added(device)
    expect(passkey).toMatchObject({ counter: 0, transports: ['internal'], rpId: 'spindle.example.com' })
    const options = webAuthn.requestOptions('a challenge', [passkey]) as never
    const sent = device.get(options, { counter: 5 })
    expect(await webAuthn.used(answered(sent), passkey)).toEqual({ counter: 5, userVerified: true })
  })

  it('are refused with another challenge, key, user, origin, host or form', async () => {
    const device = new Authenticator()
    const passkey = await added(device)
    const other = await added(new Authenticator())
    const options = webAuthn.requestOptions('a challenge', null)
    const sent = device.get(options as never)
    const refused = async (answer: PasskeyAnswer, of = passkey) =>
      expect(webAuthn.used(answer, of)).rejects.toBeInstanceOf(PasskeyRefused)
    await refused(answered(sent, 'another challenge'))
    await refused(answered(sent), { ...passkey, publicKey: other.publicKey })
    await refused(answered(sent), { ...passkey, accountId: '01936f4e-bbbb-7fff-8fff-ffffffffffff' })
    await refused(answered(sent), { ...passkey, rpId: 'other.example.com' })
    await refused(answered(device.get(options as never, { origin: 'https://other.example.com' })))
    await refused(answered(device.get({ ...options, rpId: 'other.example.com' } as never)))
    await refused({ ...answered(sent), response: { ...sent, response: { clientDataJSON: 'nothing' } } })
  })

  it.each([
    ['https://spindle.example.com', 'https://spindle.example.com'],
    ['https://spindle.example.com:8443', 'https://spindle.example.com:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://spindle.example.com', null],
    ['http://127.0.0.1:3000', null],
    ['https://[2001:db8::7]', null],
  ])('are offered under the public address %s at %s', (publicApiUrl, origin) => {
    expect(new SimpleWebAuthn(publicApiUrl).origin).toBe(origin)
  })
})
