import { describe, expect, it } from '@jest/globals'
import { RingSealing } from '../../../src/adapters/security/ring-sealing.ts'
import { type SealedOwner } from '../../../src/ports/sealing.ts'
import { ringOf } from '../../support/data/ring.ts'

const sealingOf = (...letters: readonly string[]) => new RingSealing(ringOf(...letters))
const sealing = sealingOf('x')
const of: SealedOwner = { kind: 'webhook header', id: '1' }
const text = 'Bearer \u{1F9F5} ünïcode'

describe('encryption with a key ring', () => {
  it.each([[''], [text], ['x'.repeat(100_000)]])('decrypts what it encrypted', (content) => {
    expect(sealing.open(sealing.seal(content, of), of)).toBe(content)
    const bytes = Buffer.from(content)
    expect(sealing.openBytes(sealing.sealBytes(bytes, of), of)).toEqual(bytes)
  })

  it('shows nothing of the content except the name of the key', () => {
    const sealed = sealing.seal(text, of)
    expect(sealed).toMatch(/^session\.[\w-]+$/)
    expect(Buffer.from(sealed.slice(8), 'base64url').includes('Bearer')).toBe(false)
    expect(sealing.sealBytes(Buffer.from(text), of).includes('Bearer')).toBe(false)
    expect([sealed, sealing.sealBytes(Buffer.from(text), of)].map((one) => sealing.keyOf(one))).toEqual(
      Array(2).fill('session'),
    )
  })

  it('encrypts the same text differently each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => sealing.seal(text, of))).size).toBe(100)
  })

  it.each<SealedOwner>([
    { kind: 'webhook header', id: '2' },
    { kind: 'captured message', id: '1' },
  ])('decrypts for no other place than the original: $kind $id', (other) => {
    expect(sealing.open(sealing.seal(text, of), other)).toBeNull()
    expect(sealing.openBytes(sealing.sealBytes(Buffer.from(text), of), other)).toBeNull()
  })

  it('does not decrypt a text with a changed bit or a missing part', () => {
    const sealed = sealing.sealBytes(Buffer.from(text), of)
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(sealing.openBytes(changed, of)).toBeNull()
      expect(sealing.openBytes(sealed.subarray(0, at), of)).toBeNull()
    }
  })

  it.each([[''], ['x'], ['session.'], ['session.AAAA'], ['.'], ['other.AAAA'], ['A'.repeat(100)]])(
    'does not decrypt anything else: "%s"',
    (made) => {
      expect(sealing.open(made, of)).toBeNull()
      expect(sealing.openBytes(Buffer.from(made), of)).toBeNull()
    },
  )

  it('encrypts with the newest key, and decrypts with each', () => {
    const rotated = sealingOf('y', 'x')
    expect(rotated.open(sealing.seal(text, of), of)).toBe(text)
    expect(rotated.seal(text, of)).toMatch(/^y\./)
    expect(rotated.newestKey).toBe('y')
  })

  it('does not decrypt with a key that was removed', () => {
    expect(sealingOf('y').open(sealing.seal(text, of), of)).toBeNull()
  })

  it('recognizes a key by its proof', () => {
    expect(sealing.proofOf('session')).toBe(sealingOf('y', 'x').proofOf('session'))
    expect(sealing.proofOf('session')).not.toBe(sealingOf('y').proofOf('y'))
    expect(sealing.proofOf('y')).toBeNull()
  })
})
