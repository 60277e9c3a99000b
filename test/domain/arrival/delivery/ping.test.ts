import { describe, expect, it } from '@jest/globals'
import { isPing } from '../../../../src/domain/arrival/delivery/ping.ts'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'

describe('a body with a word for a test', () => {
  it.each<Decoded>([
    { event: 'ping' },
    { type: 'test', timestamp: '1763805600', date: '2026-11-22' },
    { action: 'test', id: 1763805600, ok: true },
    { event: 'webhook.test', message: 'Hello' },
    { event: 'test', ids: [1, 2] },
    { event: 'test', hotel_id: 1763805600 },
  ])('is a test of the webhook URL (%j)', (body) => {
    expect(isPing(body)).toBe(true)
  })

  it.each<Decoded>([
    { type: 'test', email: 'ada@example.com' },
    { type: 'test', contacts: ['ada@example.com'] },
    { event: 'test', name: 'Ada', who: '+49 151 2345678' },
    { event: 'test', phone: '0151 2345678' },
    { event: 'test', Mobile: 15_123_456_789 },
    { event: 'test', home_phone: '0151 2345678' },
    { event: 'test', msisdn: 15_123_456_789 },
    { event: 'test', records: [{ name: 'Ada' }] },
    { event: 'test', lead: { name: 'Ada' } },
  ])('is no test if a lead may be in it (%j)', (body) => {
    expect(isPing(body)).toBe(false)
  })
})
