import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readConfig } from '../src/config.ts'

const secret = { SESSION_SECRET: 'x'.repeat(32) }

describe('the configuration', () => {
  it('reports every error of the environment on its own line', () => {
    const env = { ...secret, PORT: 'x', POOL_SIZE: '1', SMTP_URL: 'http://x', LOG_LEVEL: 'loud' }
    const faults = /PORT must.*\n.*SMTP_URL must.*\n.*MAIL_FROM.*\n.*LOG_LEVEL must.*\n.*POOL_SIZE must/
    expect(() => readConfig(env)).toThrow(faults)
  })

  it('accepts name servers by address only, with an optional port', () => {
    const read = (servers: string) => readConfig({ ...secret, DNS_SERVERS: servers }).dnsServers
    expect(read('192.0.2.53, 127.0.0.1:5353 [::1]:53 2001:db8::1')).toEqual([
      '192.0.2.53',
      '127.0.0.1:5353',
      '[::1]:53',
      '2001:db8::1',
    ])
    expect(readConfig(secret).dnsServers).toEqual([])
    for (const wrong of ['dns.example.com', '999.1.1.1', '192.0.2.53:port', '192.0.2.53, x'])
      expect(() => read(wrong)).toThrow('"DNS_SERVERS" must be IP addresses')
  })

  it('accepts a number of processes, or one for each core', () => {
    const processes = (PROCESSES: string) => readConfig({ ...secret, PROCESSES }).processes
    expect([processes(''), processes('4'), processes('auto')]).toEqual([1, 4, availableParallelism()])
    for (const wrong of ['0', '1.5', 'all', '257'])
      expect(() => processes(wrong)).toThrow('"PROCESSES" must be a number from 1 to 256, or auto')
  })

  it('takes the id of a sender for mail about accounts, and no address', () => {
    const mailSender = (MAIL_SENDER: string) => readConfig({ ...secret, MAIL_SENDER }).mailSender
    expect(mailSender('01936F54-1A2B-7C3D-8E4F-5A6B7C8D9E0F')).toBe('01936f54-1a2b-7c3d-8e4f-5a6b7c8d9e0f')
    expect(mailSender('')).toBe(null)
    expect(() => mailSender('desk@example.com')).toThrow(/must be the id of a sender.*GET \/api\/v1\/senders/)
  })

  it('requires a sender address with an SMTP server', () => {
    expect(() => readConfig({ ...secret, SMTP_URL: 'smtp://localhost' })).toThrow('"MAIL_FROM" is required')
  })

  it('reads the keys of SECRETS, newest first, and SESSION_SECRET after them or at its name', () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(40)]
    const names = (SECRETS: string) => readConfig({ ...secret, SECRETS }).secrets.map(({ id }) => id)
    expect(readConfig({ ...secret, SECRETS: `b:${two}, a-1:${one}` }).secrets).toEqual([
      { id: 'b', secret: two },
      { id: 'a-1', secret: one },
      { id: 'session', secret: secret.SESSION_SECRET },
    ])
    expect([names(''), names(`session,a:${one}`)]).toEqual([['session'], ['session', 'a']])
  })

  it('refuses invalid keys of SECRETS, without showing them', () => {
    const fault = (SECRETS: string) => () => readConfig({ ...secret, SECRETS })
    const long = 'q'.repeat(32)
    for (const wrong of [long, 'a:short', `A:${long}`, `a:${long},b`, `:${long}`, `a b:${long}`]) {
      expect(fault(wrong)).toThrow(/"SECRETS": key \d must be NAME:SECRET/)
      expect(fault(wrong)).not.toThrow(/qqq|short/)
    }
    expect(fault(`a:${long},a:${long}`)).toThrow('"SECRETS": the name "a" appears twice')
    expect(fault(`session:${long}`)).toThrow('"session" is the reserved name of SESSION_SECRET')
  })

  it('requires SESSION_SECRET or SECRETS with the operator’s own database', () => {
    const DATABASE_URL = 'postgres://127.0.0.1/spindle'
    expect(() => readConfig({ DATABASE_URL })).toThrow('"SESSION_SECRET" (or "SECRETS") is required')
    const { secrets } = readConfig({ DATABASE_URL, SECRETS: `a:${'1'.repeat(32)}` })
    expect(secrets.map(({ id }) => id)).toEqual(['a'])
  })

  it('opens the demo only if no other machine can reach the service', () => {
    const opens = (env: Record<string, string>) => readConfig({ ...secret, ...env }).openDemo
    expect([{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.0.0.2' }].map(opens)).toEqual(
      Array(4).fill(true),
    )
    const others = [
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '192.168.1.5' },
      { PUBLIC_API_URL: 'http://127.0.0.1:3000' },
      { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'spindle@example.com' },
      { TRUSTED_PROXIES: '1' },
      { DATABASE_URL: 'postgres://127.0.0.1/spindle' },
    ]
    expect(others.map(opens)).toEqual(Array(others.length).fill(false))
  })

  it('opens sign-up on http and restricts it to invitations on https by default', () => {
    const mode = (env: Record<string, string>) => readConfig({ ...secret, ...env }).signUp
    const https = { PUBLIC_API_URL: 'https://spindle.example.com' }
    expect(
      [
        {},
        { PUBLIC_API_URL: 'http://10.0.0.5:3000' },
        { SMTP_URL: 'smtp://x', MAIL_FROM: 'a@example.com' },
      ].map(mode),
    ).toEqual(Array(3).fill('open'))
    expect([https, { ...https, SIGN_UP: 'open' }, { SIGN_UP: 'closed' }].map(mode)).toEqual([
      'invite',
      'open',
      'closed',
    ])
    expect(() => readConfig({ ...secret, SIGN_UP: 'maybe' })).toThrow('SIGN_UP must')
  })

  it('is one of several cells if it has a name, and knows the names of the others', () => {
    expect(readConfig(secret)).toMatchObject({ cell: null, cells: null })
    const cells = { CELL: 'eu1', CELLS: 'us2=https://us2.example.com, ap1=http://127.0.0.1:3001/' }
    const shared = { CELLS_SECRET: 'y'.repeat(32) }
    expect(readConfig({ ...secret, ...cells, ...shared })).toMatchObject({
      cell: 'eu1',
      cells: {
        secret: shared.CELLS_SECRET,
        others: [
          { cell: 'us2', url: 'https://us2.example.com' },
          { cell: 'ap1', url: 'http://127.0.0.1:3001' },
        ],
      },
    })
    for (const CELL of ['EU1', 'eu-1', 'europewest', 'eu_1'])
      expect(() => readConfig({ ...secret, CELL })).toThrow('must be 1 to 8')
    expect(() => readConfig({ ...secret, ...cells })).toThrow('"CELLS_SECRET" is required')
    expect(() => readConfig({ ...secret, ...shared, CELLS: cells.CELLS })).toThrow('"CELLS" requires CELL')
    for (const CELLS of ['us2', 'us2=us2.example.com', 'us2=http://us2.example.com', 'us2=https://a/b'])
      expect(() => readConfig({ ...secret, ...cells, ...shared, CELLS })).toThrow(
        'https is required, because passwords',
      )
  })

  it('requires confirmed addresses if the service sends mail, with http and https', () => {
    const confirms = (env: Record<string, string>) => readConfig({ ...secret, ...env }).confirmsAddresses
    const smtp = { SMTP_URL: 'smtp://x', MAIL_FROM: 'a@example.com' }
    const https = { PUBLIC_API_URL: 'https://spindle.example.com' }
    expect(
      [
        { ...smtp, ...https },
        { ...smtp, ...https, SIGN_UP: 'open' },
        smtp,
        { ...smtp, PUBLIC_API_URL: 'http://localhost:3000' },
      ].map(confirms),
    ).toEqual(Array(4).fill(true))
    expect([{}, https].map(confirms)).toEqual([false, false])
  })

  it('keeps the data of ended jobs for 90 days, and opens no port for metrics by default', () => {
    expect(readConfig(secret)).toMatchObject({ retentionDays: 90, metricsPort: null })
    const reported = readConfig({ ...secret, RETENTION_DAYS: '0', METRICS_PORT: '9464', HOST: '0.0.0.0' })
    expect(reported).toMatchObject({ retentionDays: 0, metricsPort: 9464, metricsHost: '127.0.0.1' })
    expect(() => readConfig({ ...secret, METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN')
    expect(() => readConfig({ ...secret, RETENTION_DAYS: '-1' })).toThrow('RETENTION_DAYS must')
  })

  describe('for plans', () => {
    let directory: string
    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), 'spindle-plans-'))
    })
    afterAll(() => rmSync(directory, { recursive: true }))

    const limits = { records: 10, jobs: null, dataTables: 1, spinners: 1 }
    const readWith = (content: unknown, env: Record<string, string> = {}) => {
      const path = join(directory, 'plans.json')
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
      return readConfig({ ...secret, PLANS_FILE: path, ...env })
    }

    it('uses the four built-in ones by default', () => {
      expect(readConfig(secret).plans.map(({ id }) => id)).toEqual(['free', 'starter', 'growth', 'unlimited'])
    })

    it('uses those of PLANS_FILE instead', () => {
      const plan = { id: 'team', name: 'Team', hasApiKeys: true, limits }
      const config = readWith([plan], { DEFAULT_PLAN: 'team' })
      const whole = { ...plan, limits: { ...limits, requestsPerSecond: null } }
      expect([config.plans, config.defaultPlan]).toEqual([[whole], 'team'])
    })

    it.each([
      [
        'an unknown default plan',
        [{ id: 'team', name: 'Team', hasApiKeys: true, limits }],
        '"DEFAULT_PLAN" must be one of team',
      ],
      ['a file that is not JSON', '{', '"PLANS_FILE" cannot be read'],
      ['none', [], '"PLANS_FILE"'],
      [
        'the same id twice',
        [1, 2].map(() => ({ id: 'a', name: 'A', hasApiKeys: true, limits })),
        'duplicate',
      ],
      [
        'a negative limit',
        [{ id: 'a', name: 'A', hasApiKeys: true, limits: { ...limits, jobs: -1 } }],
        'jobs',
      ],
      ['a missing limit', [{ id: 'a', name: 'A', hasApiKeys: true, limits: {} }], 'records'],
      ['a field with another meaning', [{ id: 'a', name: 'A', hasApiKeys: true, limits, price: 1 }], 'price'],
    ])('refuses %s', (_what, content, message) => {
      expect(() => readWith(content)).toThrow(message)
    })

    it('refuses a missing file', () => {
      expect(() => readConfig({ ...secret, PLANS_FILE: join(directory, 'none.json') })).toThrow(
        '"PLANS_FILE" cannot be read',
      )
    })
  })
})
