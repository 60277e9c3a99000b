import { describe, expect, it } from '@jest/globals'
import { ZxcvbnPasswordStrength } from '../../../src/adapters/security/zxcvbn-password-strength.ts'

const strength = new ZxcvbnPasswordStrength()
const ada = ['ada@example.com', 'Ada Lovelace', 'Analytical Engines']

describe('the strength of a password', () => {
  it.each([
    'password12345',
    'Passw0rd2026',
    'iloveyou1234',
    'qwertyuiop',
    '0123456789',
    'hunter2hunter2',
    'aaaaaaaaaa',
  ])('is common: %s', async (password) => expect(await strength.weaknessOf(password, ada)).toBe('common'))

  it.each([
    'ada@example.com',
    'ADA@EXAMPLE.COM',
    'AdaLovelace',
    'lovelace123',
    'Analytical Engines',
    'ada-lovelace!',
    'adalovelace1815',
  ])("is made of the user's names: %s", async (password) =>
    expect(await strength.weaknessOf(password, ada)).toBe('own'),
  )

  it.each(['correct horse battery staple', 'Kd9$jL2m#p', 'a password of my own', 'fünf große Vögel singen'])(
    'is sufficient: %s',
    async (password) => expect(await strength.weaknessOf(password, ada)).toBeNull(),
  )

  it('is computed quickly, however long and complicated it is', async () => {
    const contrived = ['p4ssw0rd!', '1!|5$0@4a(', '@4$5', '12345678901'].map((part) =>
      part.repeat(50).slice(0, 200),
    )
    const { user: begun } = process.cpuUsage()
    for (const password of contrived) await strength.weaknessOf(password, ada)
    // Tests that the strength check reads only the beginning of long passwords. Without that limit, each of
    // these contrived passwords took about a second of processor time.
    expect((process.cpuUsage().user - begun) / 1000).toBeLessThan(3_000)
  })
})
