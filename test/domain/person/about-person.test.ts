import { describe, expect, it } from '@jest/globals'
import { isAboutPerson } from '../../../src/domain/person/about-person.ts'

describe('a message is about a person', () => {
  const message = { to: 'Bob <bob@example.com>', subject: 'News', text: 'Hello', html: null }
  const address = 'ada@example.com'

  it('if it was sent to the address of the person, in any spelling', () => {
    expect(isAboutPerson({ ...message, to: ' Ada@Example.com' }, address, address)).toBe(true)
    expect(isAboutPerson({ ...message, to: 'ada@example.com.org' }, address, null)).toBe(false)
  })

  it.each(['subject', 'text', 'html'] as const)('if its %s names the person', (part) => {
    expect(isAboutPerson({ ...message, [part]: 'Ask ADA@example.com' }, address, address)).toBe(true)
    expect(isAboutPerson({ ...message, [part]: 'Account A-1001' }, null, 'a-1001')).toBe(true)
  })

  it('in no other case', () => {
    expect(isAboutPerson(message, address, address)).toBe(false)
    expect(isAboutPerson(message, null, null)).toBe(false)
  })
})
