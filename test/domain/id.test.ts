import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isId } from '../../src/domain/id.ts'

describe('an id', () => {
  it('is any UUID', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => isId(uuid)))
  })

  it('may be written in capitals', () => {
    expect(isId('01936F4E-8A3B-7C21-9F00-3D2C1B0A9E8D')).toBe(true)
  })

  it.each([
    '',
    'x',
    '01936f4e8a3b7c219f003d2c1b0a9e8d',
    ' 01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
    '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d\n',
  ])('is not %j', (text) => {
    expect(isId(text)).toBe(false)
  })
})
