import { describe, expect, it } from '@jest/globals'
import Joi from 'joi'
import { documented } from '../../../../src/adapters/http/request/documented.ts'

const form = Joi.object({
  id: Joi.string(),
  owner: Joi.object({ name: Joi.string() }).allow(null),
  items: Joi.array().items(Joi.object({ code: Joi.string() })),
  cells: Joi.object().pattern(Joi.string(), Joi.any()),
  at: Joi.string().isoDate(),
})

describe('an answer', () => {
  it('has the fields that its form documents, in the order of the form, and no others', () => {
    const at = new Date(0)
    const value = {
      secret: 's',
      at,
      items: [{ code: 'A', secret: 's' }],
      owner: { name: 'Ada', secret: 's' },
      id: '1',
    }
    const answer = documented(form, value)
    expect(answer).toEqual({ id: '1', owner: { name: 'Ada' }, items: [{ code: 'A' }], at })
    expect(Object.keys(answer)).toEqual(['id', 'owner', 'items', 'at'])
  })

  it('keeps empty values, and names that clients choose', () => {
    const value = { id: '', owner: null, items: [], cells: { any: 1 } }
    expect(documented(form, value)).toEqual(value)
  })
})
