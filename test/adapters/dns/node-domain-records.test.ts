import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { NodeDomainRecords } from '../../../src/adapters/dns/node-domain-records.ts'
import { DnsServer } from '../../support/servers/dns-server.ts'

describe('DNS', () => {
  let server: DnsServer
  let address: string
  let records: NodeDomainRecords
  beforeAll(async () => {
    server = new DnsServer()
    address = await server.listen()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    records = new NodeDomainRecords([address])
    server.queriedNames.length = 0
  })

  it('returns the joined texts of a name', async () => {
    const key = `v=DKIM1; p=${'k'.repeat(400)}`
    server.texts.set('google._domainkey.example.com', [key, 'another'])
    expect(await records.texts('google._domainkey.example.com', false)).toEqual([key, 'another'])
  })

  it('returns none for an unknown name', async () => {
    expect(await records.texts('nothing.example.com', false)).toEqual([])
  })

  it('returns that the result is unknown if the server fails or does not answer', async () => {
    server.broken.add('broken.example.com')
    server.silent.add('silent.example.com')
    expect(await records.texts('broken.example.com', false)).toBeNull()
    expect(await records.texts('silent.example.com', false)).toBeNull()
  })

  it('returns that the result is unknown for an invalid name', async () => {
    expect(await records.texts(`${'x'.repeat(300)}..`, false)).toBeNull()
  })

  it('is not asked again within minutes, except on request', async () => {
    server.texts.set('kept.example.com', ['one'])
    await records.texts('kept.example.com', false)
    server.texts.set('kept.example.com', ['two'])
    expect(await records.texts('kept.example.com', false)).toEqual(['one'])
    expect(await records.texts('kept.example.com', true)).toEqual(['two'])
    expect(await records.texts('kept.example.com', false)).toEqual(['two'])
    expect(server.queriedNames).toHaveLength(2)
  })

  it('caches no failure', async () => {
    server.broken.add('later.example.com')
    expect(await records.texts('later.example.com', false)).toBeNull()
    server.broken.delete('later.example.com')
    server.texts.set('later.example.com', ['here'])
    expect(await records.texts('later.example.com', false)).toEqual(['here'])
  })
})
