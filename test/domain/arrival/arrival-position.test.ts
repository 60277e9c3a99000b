import { describe, expect, it } from '@jest/globals'
import { keyOfPosition, pageSince } from '../../../src/domain/arrival/arrival-position.ts'

const id = '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d'
const at = (ms: number) => ({ receivedAt: new Date(ms), id })

describe('a page of arrivals since a time', () => {
  it('ends at the first arrival that is older, with no next page', () => {
    const page = { items: [at(30), at(20), at(10)], next: keyOfPosition(at(10)) }
    expect(pageSince(page, new Date(20))).toEqual({ items: [at(30), at(20)], next: null })
  })

  it('continues while the next page may have arrivals that are not older', () => {
    const page = { items: [at(30), at(20)], next: keyOfPosition(at(20)) }
    expect(pageSince(page, new Date(20))).toEqual(page)
    expect(pageSince(page, null)).toEqual(page)
    expect(pageSince({ ...page, next: null }, new Date(20))).toEqual({ ...page, next: null })
  })

  it('ends a search that found nothing, once it has reached older arrivals', () => {
    expect(pageSince({ items: [], next: keyOfPosition(at(19)) }, new Date(20)).next).toBeNull()
    expect(pageSince({ items: [], next: keyOfPosition(at(20)) }, new Date(20)).next).not.toBeNull()
  })
})
