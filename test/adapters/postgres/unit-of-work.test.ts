import { describe, expect, it } from '@jest/globals'
import type { OpenTransaction } from '../../../src/adapters/postgres/rows.ts'
import { type StoreMakers, storesOn } from '../../../src/adapters/postgres/unit-of-work.ts'

describe('the stores of a transaction', () => {
  /** Returns makers that note each store that they make, and the names of the stores made so far. */
  function notedMakers() {
    const made: string[] = []
    const names = ['jobs', 'audit', 'plans'] as const
    const make = (name: string) => (tx: OpenTransaction) => {
      made.push(name)
      return { name, tx }
    }
    const makers = Object.fromEntries(names.map((name) => [name, make(name)])) as unknown as StoreMakers
    return { made, makers }
  }

  const tx = {} as OpenTransaction

  it('are made at their first use, once', () => {
    const { made, makers } = notedMakers()
    const stores = storesOn(tx, makers)
    expect(made).toEqual([])
    const { jobs } = stores
    expect(stores.jobs).toBe(jobs)
    expect(stores.audit).toEqual({ name: 'audit', tx })
    expect(made).toEqual(['jobs', 'audit'])
  })

  it('are made for each transaction', () => {
    const { made, makers } = notedMakers()
    expect(storesOn(tx, makers).jobs).not.toBe(storesOn(tx, makers).jobs)
    expect(made).toEqual(['jobs', 'jobs'])
  })

  it('are the only properties, so that a promise can resolve to them', async () => {
    const { made, makers } = notedMakers()
    const stores = storesOn(tx, makers)
    expect(await Promise.resolve(stores)).toBe(stores)
    expect(made).toEqual([])
  })
})
