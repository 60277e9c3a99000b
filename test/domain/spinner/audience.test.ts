import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type LedgerPosition, startOfLedger } from '../../../src/domain/ledger-position.ts'
import { audienceRange, audienceSize } from '../../../src/domain/spinner/audience.ts'

const taken: LedgerPosition = { seq: 3, records: 30 }
const committed: LedgerPosition = { seq: 5, records: 42 }

describe('the audience "new"', () => {
  it('begins where the last job ended', () => {
    expect(audienceRange('new', taken, committed).from).toEqual(taken)
  })

  it('ends at the last committed append', () => {
    expect(audienceRange('new', taken, committed).to).toEqual(committed)
  })

  it('is empty if nothing is new since the last job', () => {
    expect(audienceSize(audienceRange('new', committed, committed))).toBe(0)
  })

  it('is empty, and does not go back, if another job took more after the ledger was read', () => {
    expect(audienceRange('new', committed, taken)).toEqual({ from: committed, to: committed })
  })

  it('is as large as the new and the returned records together', () => {
    const range = audienceRange('new', taken, committed, 7)
    expect([audienceSize(range), range.from.seq]).toEqual([12 + 7, taken.seq])
    expect(audienceSize(audienceRange('all', taken, committed, 7))).toBe(committed.records)
  })

  it('assigns every record to exactly one job, in whatever order ledgers are read', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), (reads) => {
        let last = startOfLedger
        let size = 0
        for (const seq of reads) {
          const range = audienceRange('new', last, { seq, records: seq * 10 })
          expect(range.from).toEqual(last)
          size += audienceSize(range)
          last = range.to
        }
        expect(size).toBe(Math.max(0, ...reads) * 10)
      }),
    )
  })
})

describe('the audience "all"', () => {
  it('begins at the start of the ledger, whatever was taken', () => {
    expect(audienceRange('all', taken, committed)).toEqual({ from: startOfLedger, to: committed })
  })
})

describe('the size of an audience', () => {
  it('is counted in records, not in appends', () => {
    expect(audienceSize({ from: taken, to: committed })).toBe(12)
  })
})
