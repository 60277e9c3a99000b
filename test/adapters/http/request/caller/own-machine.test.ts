import { describe, expect, it } from '@jest/globals'
import { assertFromOwnMachine } from '../../../../../src/adapters/http/request/caller/own-machine.ts'
import { isLoopback } from '../../../../../src/adapters/system/loopback.ts'

describe('a request from the same machine', () => {
  it.each(['127.0.0.1:3000', 'localhost', 'LOCALHOST:8080', '[::1]:3000', '127.1.2.3'])(
    'is one to %s',
    (host) => expect(() => assertFromOwnMachine({ host })).not.toThrow(),
  )

  it.each([
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.168.1.5:3000',
    '[::2]',
    'user@evil.example',
    '',
  ])('is not one to "%s", because that name may be rebound to this machine', (host) =>
    expect(() => assertFromOwnMachine({ host })).toThrow('Not found'),
  )

  it('is not one without a Host header', () => {
    expect(() => assertFromOwnMachine({})).toThrow('Not found')
  })

  it('can come from a page of the service', () => {
    const host = '127.0.0.1:3000'
    expect(() => assertFromOwnMachine({ host, origin: `http://${host}` })).not.toThrow()
  })

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'is not one with %s, which a proxy adds',
    (name) => {
      const headers = { host: '127.0.0.1:3000', [name]: '127.0.0.1' }
      expect(() => assertFromOwnMachine(headers)).toThrow('Not found')
    },
  )

  it('is not one with Connection: close, which a minimal proxy sends', () => {
    const headers = { host: '127.0.0.1:3000', connection: 'close' }
    expect(() => assertFromOwnMachine(headers)).toThrow('Not found')
    expect(() => assertFromOwnMachine({ ...headers, connection: 'keep-alive' })).not.toThrow()
  })

  it.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'http://localhost:5555'])(
    'is not one from a page of %s',
    (origin) => expect(() => assertFromOwnMachine({ host: '127.0.0.1:3000', origin })).toThrow('Not found'),
  )
})

describe('a host name', () => {
  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['10.0.0.1', false],
  ])('is a loopback name: %s? %s', (host, is) => expect(isLoopback(host)).toBe(is))
})
