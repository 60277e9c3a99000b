import { describe, expect, it } from '@jest/globals'
import { hash } from '@node-rs/argon2'
import { Argon2Passwords } from '../../../src/adapters/security/argon2-passwords.ts'
import { noPassword } from '../../../src/domain/account/account.ts'

const passwords = new Argon2Passwords()
const password = 'correct horse battery staple'

describe('passwords with argon2', () => {
  it('match their own hash and no other', async () => {
    const stored = await passwords.hash(password)
    expect(stored).not.toContain(password)
    expect(await passwords.matches(password, stored)).toBe(true)
    for (const other of ['', `${password} `, password.toUpperCase(), stored])
      expect(await passwords.matches(other, stored)).toBe(false)
  })

  it('cost what OWASP recommends, unless configured', async () => {
    expect(await passwords.hash(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const cheap = new Argon2Passwords({ memoryKib: 8, passes: 1 })
    expect(await cheap.hash(password)).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  })

  it('have a different hash each time', async () => {
    expect(await passwords.hash(password)).not.toBe(await passwords.hash(password))
  })

  it('are equal for every Unicode composition of their characters', async () => {
    expect(await passwords.matches('Zu\u0308rich 10', await passwords.hash('Z\u00FCrich 10'))).toBe(true)
  })

  it.each([[null], [noPassword]])('never match if the hash is %s', async (stored) => {
    for (const one of [password, '', noPassword, 'nobody has this password'])
      expect(await passwords.matches(one, stored)).toBe(false)
  })

  it('take as much work to compare if no account has the address', async () => {
    const stored = await passwords.hash(password)
    // Takes the least of several turns, because other threads of the process, such as the compiler, add to a turn.
    // Takes user and system time together, because the kernel estimates how much of their sum belongs to each.
    const costOf = async (wanted: string | null) => {
      const costs: number[] = []
      for (let turn = 0; turn < 5; turn++) {
        const before = process.cpuUsage()
        await passwords.matches(password, wanted)
        const { user, system } = process.cpuUsage(before)
        costs.push(user + system)
      }
      return Math.min(...costs)
    }
    const ofAccount = await costOf(stored)
    expect(await costOf(null)).toBeGreaterThan(ofAccount / 3)
    expect(await costOf(noPassword)).toBeGreaterThan(ofAccount / 3)
  })

  it('are weak if they are common or contain words about their owner', async () => {
    const own = ['ada.lovelace@example.com', 'Ada Lovelace']
    expect(await passwords.weaknessOf('password12345', own)).toBe('common')
    expect(await passwords.weaknessOf('adalovelace1815', own)).toBe('own')
    expect(await passwords.weaknessOf(password, own)).toBeNull()
  })

  it('of one client address delay those of other addresses by one each', async () => {
    const busy = new Argon2Passwords()
    const cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const order: string[] = []
    const check = async (address: string) => {
      await busy.matches(password, cheap, address)
      order.push(address)
    }
    const flood = Array.from({ length: 60 }, (_, no) => check(no % 2 === 0 ? '192.0.2.1' : '192.0.2.2'))
    await Promise.all([...flood, check('198.51.100.7')])
    // Two run at once when the password arrives, and each of the two addresses may have one before it.
    expect(order.indexOf('198.51.100.7')).toBeLessThan(6)
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => check('192.0.2.1')))
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'OVERLOADED' } })
    await check('198.51.100.7')
  })

  it('are refused when too many wait, instead of delaying all', async () => {
    // The test uses its own instance of the password hashing, so that no other test waits behind these 170 calls.
    const busy = new Argon2Passwords()
    const cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 170 }, () => busy.matches(password, cheap)),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ reason: { code: 'OVERLOADED' } })
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value)).toHaveLength(
      170 - refused.length,
    )
  })
})
