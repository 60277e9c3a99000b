import { describe, expect, it } from '@jest/globals'
import type { Arrival } from '../../../console/src/api/schema.ts'
import { groupsOf, recordsIn } from '../../../console/src/pages/arrivals/arrival-groups.ts'

let no = 0

function arrival(receivedAt: string, changes: Partial<Arrival> = {}): Arrival {
  no++
  return {
    id: `arrival ${no}`,
    dataTableId: 'table',
    receivedAt,
    source: { kind: 'webhookUrl', apiKeyId: null },
    status: 'accepted',
    code: null,
    reasons: [],
    format: null,
    mappingId: null,
    records: 10,
    accepted: 10,
    requestId: 'request',
    ...changes,
  }
}

const sizes = (arrivals: readonly Arrival[]) => groupsOf(arrivals).map((group) => group.arrivals.length)

describe('the groups of arrivals', () => {
  it('hold the arrivals of one source within a minute, if they are more than two', () => {
    const minute = ['59', '30', '01'].map((second) => arrival(`2026-11-20T09:00:${second}.000Z`))
    expect(sizes(minute)).toEqual([3])
    expect(sizes(minute.slice(1))).toEqual([1, 1])
    expect(sizes([arrival('2026-11-20T09:01:02.000Z'), ...minute])).toEqual([1, 3])
  })

  it('cross the minute of the clock, and end after 60 seconds', () => {
    const at = (seconds: number) =>
      arrival(new Date(Date.UTC(2026, 10, 20, 9, 0, 50 + seconds)).toISOString())
    expect(sizes([at(20), at(15), at(0)])).toEqual([3])
    expect(sizes([at(61), at(60), at(30), at(0)])).toEqual([1, 3])
  })

  it('hold the arrivals of a source between which others came', () => {
    const at = '2026-11-20T09:00:00.000Z'
    const foreign = arrival(at, { source: { kind: 'apiKey', apiKeyId: 'key' } })
    expect(sizes([arrival(at), foreign, arrival(at), arrival(at)])).toEqual([3, 1])
  })

  it('keep sources, tables and outcomes apart', () => {
    const at = '2026-11-20T09:00:00.000Z'
    const accepted = [arrival(at), arrival(at), arrival(at)]
    expect(sizes([arrival(at, { status: 'held', code: 'UNKNOWN_FORMAT' }), ...accepted])).toEqual([1, 3])
    expect(sizes([arrival(at, { dataTableId: 'other' }), ...accepted])).toEqual([1, 3])
    expect(sizes([arrival(at, { source: { kind: 'apiKey', apiKeyId: 'key' } }), ...accepted])).toEqual([1, 3])
  })

  it('keep their key while more of their arrivals come in', () => {
    const at = '2026-11-20T09:00:00.000Z'
    const some = [arrival(at), arrival(at), arrival(at)]
    expect(groupsOf([arrival(at), ...some])[0]?.key).toBe(groupsOf(some)[0]?.key)
  })

  it('count their records only if all are known', () => {
    const at = '2026-11-20T09:00:00.000Z'
    expect(recordsIn([arrival(at), arrival(at)])).toBe(20)
    expect(recordsIn([arrival(at), arrival(at, { records: null })])).toBeNull()
  })
})
