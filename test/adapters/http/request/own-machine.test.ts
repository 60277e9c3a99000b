import { describe, expect, it } from '@jest/globals'
import { assertFromOwnMachine } from '../../../../src/adapters/http/request/caller/own-machine.ts'
import { isLoopback } from '../../../../src/adapters/system/loopback.ts'

describe('a request from the own machine', () => {
  it.each(['127.0.0.1:3000', 'localhost', 'LOCALHOST:8080', '[::1]:3000', '127.1.2.3'])(
    'is one that was sent to %s',
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
  ])('is not one that was sent to "%s", whose page may have come to mean this machine', (host) =>
    expect(() => assertFromOwnMachine({ host })).toThrow('Not found'),
  )

  it('is not one that says of nothing where it was sent', () => {
    expect(() => assertFromOwnMachine({})).toThrow('Not found')
  })

  it('may be of its own page', () => {
    const host = '127.0.0.1:3000'
    expect(() => assertFromOwnMachine({ host, origin: `http://${host}` })).not.toThrow()
  })

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'is not one with %s, which a proxy hands on',
    (name) => {
      const headers = { host: '127.0.0.1:3000', [name]: '127.0.0.1' }
      expect(() => assertFromOwnMachine(headers)).toThrow('Not found')
    },
  )

  it('is not one whose connection ends with it, as a proxy asks that is told nothing but where to', () => {
    const headers = { host: '127.0.0.1:3000', connection: 'close' }
    expect(() => assertFromOwnMachine(headers)).toThrow('Not found')
    expect(() => assertFromOwnMachine({ ...headers, connection: 'keep-alive' })).not.toThrow()
  })

  it.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'http://localhost:5555'])(
    'is not one that a page of %s sent',
    (origin) => expect(() => assertFromOwnMachine({ host: '127.0.0.1:3000', origin })).toThrow('Not found'),
  )
})

describe('a loopback host', () => {
  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['10.0.0.1', false],
  ])('is it %s? %s', (host, is) => expect(isLoopback(host)).toBe(is))
})
