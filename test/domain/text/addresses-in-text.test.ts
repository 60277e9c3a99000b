import { describe, expect, it } from '@jest/globals'
import { addressesIn, withoutAddresses } from '../../../src/domain/text/addresses-in-text.ts'
import { workedMsDuring } from '../../support/max-wait.ts'

const found = (text: string) => addressesIn(text).map(({ address }) => address)

describe('the addresses in a text', () => {
  it.each([
    ['address failed: marisa@example.com', 'marisa@example.com'],
    ['Undeliverable Address:jonas@example.com', 'jonas@example.com'],
    ['smtp;jonas@example.com', 'jonas@example.com'],
    ['SMTP:Jonas@Example.COM', 'jonas@example.com'],
    ['<mailto:jonas@example.com?subject=x>', 'jonas@example.com'],
    ["'jonas@example.com'", 'jonas@example.com'],
    ["to o'neill@example.com.", "o'neill@example.com"],
    ['recipient=jonas@example.com', 'jonas@example.com'],
    ['work_email=jonas@example.com', 'jonas@example.com'],
    ['no=7&work=jonas@example.com&plan=free', 'jonas@example.com'],
    ['550-jonas@example.com unknown', 'jonas@example.com'],
    ['<@relay.example:jonas@example.com>', 'jonas@example.com'],
    ['<jonas@example.com@relay.example>', 'jonas@example.com'],
    ['"jonas"@example.com', 'jonas@example.com'],
    ['<"jonas k"@example.com>', '"jonas k"@example.com'],
    ['bounce+jonas=example.org@example.com', 'bounce+jonas=example.org@example.com'],
    ['宛先jonas@example.comが見つかりません', 'jonas@example.com'],
    ['収件人：「jonas@example.com」', 'jonas@example.com'],
    ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
    ['jörg@bücher.example', 'jörg@xn--bcher-kva.example'],
    ['„jonas@example.com“', 'jonas@example.com'],
    ['jonas@example.com...', 'jonas@example.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('are whole: %s', (text, address) => {
    expect(found(text)).toEqual([address])
  })

  it.each([
    [`${'a'.repeat(65)}@example.com`],
    [`${'a b'.repeat(40)}"@example.com`],
    ['https://example.com/?user=jonas@example.com'],
    ['@example.com'],
    ['jonas@localhost'],
    ['jonas@'],
    ['a @ b'],
  ])('are not guessed from a part: %s', (text) => {
    expect(found(text)).toEqual([])
  })

  it('are removed with all their words', () => {
    expect(withoutAddresses('for "spam trap"@example.com and o\'spam@example.com: full')).toBe(
      'for   and  : full',
    )
  })

  it.each(['@', 'a@', 'a.b@c.', '"@', 'ー@a.', 'to=', '@a.b', 'a'.repeat(300)])(
    'are found within 200 ms of processor time in 64 kB of %j',
    (unit) => {
      const text = unit.repeat(64_000 / unit.length)
      expect(workedMsDuring(() => addressesIn(text))).toBeLessThan(200)
    },
  )
})
