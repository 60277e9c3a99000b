import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { nameInMail } from '../../../src/domain/account/name-in-mail.ts'

describe('a name in a mail', () => {
  it.each(['Ada Lovelace', 'Дмитрий', "O'Brien-Smith, Jr.", 'Acme Inc.', 'AC/DC', '李小龍', 'Zoë \u{1F9F5}'])(
    'is not changed: %s',
    (name) => expect(nameInMail(name)).toBe(name),
  )

  it.each([
    ['http://evil.example Click', 'http: //evil. example Click'],
    ['Win at www.evil.example/now', 'Win at www. evil. example/now'],
    ['evil.example', 'evil. example'],
    ['evil。example', 'evil。 example'],
    ['evil．example：80', 'evil． example： 80'],
    ['evil\u200B.\u200Bexample', 'evil\u200B. \u200Bexample'],
    ['ada@evil.example', 'ada@ evil. example'],
    ['mailto:ada', 'mailto: ada'],
    ['10.0.0.1', '10. 0. 0. 1'],
    ['J.R.R. Tolkien', 'J. R. R. Tolkien'],
  ])('contains no link: %s', (name, shown) => expect(nameInMail(name)).toBe(shown))

  it.each([
    ['Ada\r\n\r\nYour account is closed', 'Ada Your account is closed'],
    ['Ada\u2028\u0085Pay here', 'Ada Pay here'],
    ['Ada\u202Egro.live', 'Ada gro. live'],
    ['\u0000 Ada \t', 'Ada'],
  ])('stays on one line and in one writing direction: %j', (name, shown) =>
    expect(nameInMail(name)).toBe(shown),
  )

  it('contains no address, domain or scheme afterwards, whatever it was', () => {
    const part = fc.constantFrom('.', ':', '@', '/', 'a', 'http', 'www', 'example', ' ', '\n', '\u200B', '。')
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (name) => {
          const shown = nameInMail(name)
          expect(shown).not.toMatch(/[^\s][.:@。][^\s]/u)
          expect(shown).not.toContain('\n')
          expect(nameInMail(shown)).toBe(shown)
        },
      ),
    )
  })
})
