import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { NodeSecrets } from '../../../src/adapters/security/node-secrets.ts'
import { RingSealing } from '../../../src/adapters/security/ring-sealing.ts'
import { digestOf, newSecret } from '../../../src/adapters/security/secret.ts'
import { JwtSessionTokens } from '../../../src/adapters/security/session-tokens.ts'
import { newSession } from '../../../src/domain/account/sessions/session.ts'
import { messageTokensOf, ringOf } from '../../support/data/ring.ts'

const ring = ringOf('x')
const secretsOf = (cell: string | null) => new NodeSecrets(new RingSealing(ring), cell)
const id = '01936f51-0000-7000-8000-000000000001'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'.split('')

describe('a secret of a cell', () => {
  it('contains the name of the cell in keys, tokens of tables and links', async () => {
    const secrets = secretsOf('eu1')
    expect(secrets.apiKey().secret).toMatch(/^svc_eu1_[0-9A-Za-z]{36}$/)
    expect(secrets.ingestToken(id).secret).toMatch(/^tbl_eu1_[0-9A-Za-z]{36}$/)
    expect(secrets.resetToken().secret).toMatch(/^rst_eu1_/)
    expect(secrets.connectState().secret).toMatch(/^cst_eu1_/)
    expect(secrets.eventToken().secret).toMatch(/^evt_eu1_/)
    expect(secrets.linkToken('invitation').secret).toMatch(/^inv_eu1_/)
  })

  it('shows as much of the random part of a key as without a cell', () => {
    const { secret, prefix } = secretsOf('eu1').apiKey()
    expect(prefix).toBe(secret.slice(0, 12))
    const former = secretsOf(null).apiKey()
    expect(former.prefix).toBe(former.secret.slice(0, 8))
  })

  it('is unchanged in a deployment without cells', () => {
    expect(secretsOf(null).apiKey().secret).toMatch(/^svc_[0-9A-Za-z]{36}$/)
  })
})

describe('the name of the cell in a credential', () => {
  it('keeps a credential of another cell, and one without a name, valid', () => {
    for (const secret of [newSecret('svc'), newSecret('svc', 'eu1'), newSecret('svc', 'abcdefgh')])
      expect(digestOf('svc', secret)).not.toBeNull()
  })

  it('is covered by the checksum, so that a changed, added or removed name is invalid', () => {
    const secret = newSecret('tbl', 'eu1')
    for (const changed of [
      secret.replace('eu1_', 'eu2_'),
      secret.replace('eu1_', ''),
      secret.replace('eu1_', 'eu1_eu1_'),
      secret.replace('eu1_', 'EU1_'),
      newSecret('tbl').replace('tbl_', 'tbl_eu1_'),
    ])
      expect(digestOf('tbl', changed)).toBeNull()
  })

  it('is protected against a typo at any place', () => {
    const secret = newSecret('svc', 'eu1')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: secret.length - 1 }),
        fc.constantFrom(...alphabet),
        (at, letter) => {
          fc.pre(secret[at] !== letter)
          expect(digestOf('svc', secret.slice(0, at) + letter + secret.slice(at + 1))).toBeNull()
        },
      ),
    )
  })
})

describe('the name of the cell before signed values', () => {
  const session = newSession(id, id, new Date())

  it('precedes a session token, which is accepted with and without it', async () => {
    const tokens = new JwtSessionTokens(ring, 'eu1')
    const token = await tokens.sign(session)
    expect(token).toMatch(/^eu1\.eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await tokens.read(token, session.createdAt)).toBe(id)
    const former = await new JwtSessionTokens(ring).sign(session)
    expect(former).toMatch(/^eyJ/)
    expect(await tokens.read(former, session.createdAt)).toBe(id)
  })

  it('does not make an unsigned session token valid', async () => {
    const tokens = new JwtSessionTokens(ring, 'eu1')
    const [, head, body, signature] = (await tokens.sign(session)).split('.')
    for (const token of [
      `eu1.eu1.${head}.${body}.${signature}`,
      `eu1.${head}.${body}.${signature}x`,
      `eu1.${head}.${body}.`,
    ])
      await expect(tokens.read(token, session.createdAt)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('precedes an unsubscribe link, which is accepted with, without and with another name', () => {
    const tokens = messageTokensOf(ring, 'eu1')
    const reader = { organizationId: id, email: 'a@example.com' }
    const token = tokens.unsubscribeLinkFor(reader).replace('https://spindle.example/unsubscribe/', '')
    expect(token).toMatch(/^eu1\.[\w-]+$/)
    for (const same of [token, token.slice(4), `us2.${token.slice(4)}`])
      expect(tokens.unsubscriberOf(same)).toEqual(reader)
    expect(tokens.unsubscriberOf(`eu1.x${token.slice(5)}`)).toBeNull()
  })

  it('precedes the Message-ID, which is recognized with and without it', () => {
    const tokens = messageTokensOf(ring, 'eu1')
    const place = { jobId: id, slice: 1, recordId: '512', step: 0 }
    expect(tokens.messageIdFor(place, null)).toMatch(/^<eu1\.[\w-]{55}@example\.com>$/)
    expect(tokens.placeOf(tokens.messageIdFor(place, null))).toEqual(place)
    expect(tokens.placeOf(messageTokensOf(ring).messageIdFor(place, null))).toEqual(place)
  })
})
