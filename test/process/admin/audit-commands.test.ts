import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { AuditEvent } from '../../../src/domain/account/audit/audit-entry.ts'
import type { DatabaseCommand } from '../../../src/operation/admin/admin-command.ts'
import { audit, auditForget } from '../../../src/operation/admin/audit-commands.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('npm run admin -- audit', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    const person = {
      kind: 'user',
      userId: world.demo.userId ?? '',
      email: 'ada@example.com',
      requestId: 'request-1',
      ipAddress: '203.0.113.7',
    } as const
    const { organizationId } = world.demo
    await add({
      action: 'plan.changed',
      organizationId,
      by: person,
      subject: { kind: 'organization', id: organizationId, name: 'Engines' },
      before: { planId: 'starter' },
      after: { planId: 'growth' },
    })
    const stranger = { ...operator, kind: 'anonymous', ipAddress: '203.0.113.9' } as const
    const name = '\u001b[2J\u202eeve@example.com'
    const subject = { kind: 'account', id: null, name } as const
    await add({ action: 'signIn.failed', organizationId: null, by: stranger, subject })
  })
  afterAll(() => world.close())

  const add = (event: AuditEvent) => world.container.get(UnitOfWork).run((tx) => tx.audit.add(event))
  const printed = async (command: DatabaseCommand, ...words: string[]): Promise<string> => {
    const output = await command.run(world.container, command.parse(words), world.config)
    if (typeof output === 'string') return output
    let text = ''
    for await (const part of output) text += part
    return text
  }
  const actions = async (...words: string[]) =>
    [...(await printed(audit, ...words)).matchAll(/Z {2}([\w.]+)/g)].map(([, action]) => action)

  it('prints a table, newest first, in which no stored text controls the terminal', async () => {
    expect((await printed(audit)).split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['TIME', 'ACTION', 'BY', 'FROM', 'TO', 'BEFORE', 'AFTER'],
      [
        '2026-11-20T12:00:00.000Z',
        'signIn.failed',
        'anonymous',
        '203.0.113.9',
        'account \u{fffd}[2J\u{fffd}eve@example.com',
        '-',
        '-',
      ],
      [
        '2026-11-20T12:00:00.000Z',
        'plan.changed',
        'ada@example.com',
        '203.0.113.7',
        'organization Engines',
        'planId=starter',
        'planId=growth',
      ],
      expect.arrayContaining(['account.created', 'service', 'organization Demo']),
      [''],
    ])
  })

  it('names an API key by its name', async () => {
    const other = await createWorld()
    const by = { ...operator, kind: 'apiKey', apiKeyId: 'key-1', name: 'CRM' } as const
    const { organizationId } = other.demo
    const subject = { kind: 'job', id: 'job-1', name: null } as const
    const event = { action: 'job.paused', organizationId, by, subject } as const
    await other.container.get(UnitOfWork).run((tx) => tx.audit.add(event))
    const parts: string[] = []
    const output = await audit.run(other.container, audit.parse([]), other.config)
    for await (const part of output) parts.push(part)
    expect(parts.join('')).toMatch(/job\.paused +key CRM +/)
    await other.close()
  })

  it('prints everything with --json, one object on each line', async () => {
    const [line = '', ...none] = (await printed(audit, '--action', 'plan.', '--json')).trimEnd().split('\n')
    expect(none).toEqual([])
    expect(JSON.parse(line)).toMatchObject({
      id: expect.any(String),
      at: '2026-11-20T12:00:00.000Z',
      organizationId: world.demo.organizationId,
      by: { kind: 'user', userId: world.demo.userId, requestId: 'request-1' },
    })
  })

  it('filters by organization, account, time and number, with the address in any capitalization', async () => {
    const { organizationId } = world.demo
    expect(await actions('--organization', organizationId.toUpperCase())).toEqual([
      'plan.changed',
      'account.created',
    ])
    expect(await actions('--account', ' Ada@Example.COM')).toEqual(['plan.changed'])
    expect(await actions('--limit', '1')).toEqual(['signIn.failed'])
    expect(await actions('--since', '2026-11-20')).toHaveLength(3)
    expect(await actions('--since', '2026-11-20T13:01+01:00')).toEqual([])
    expect(await printed(audit, '--until', '2026-11-20T11:59')).toBe('No entries found.\n')
    expect(await printed(audit, '--until', '2026-11-20T11:59', '--json')).toBe('')
  })

  it('prints six thousand entries, page by page', async () => {
    const other = await createWorld()
    const { organizationId } = other.demo
    const subject = { kind: 'organization', id: organizationId, name: null } as const
    await other.container.get(UnitOfWork).run(async (tx) => {
      for (let no = 0; no < 6_000; no++)
        await tx.audit.add({ action: 'plan.changed', organizationId, by: operator, subject })
    })
    const parts: number[] = []
    const output = await audit.run(other.container, audit.parse(['--json', '--limit', '5800']), other.config)
    for await (const part of output) parts.push(part.split('\n').length - 1)
    expect(parts).toEqual([...Array(11).fill(500), 300])
    await other.close()
  })

  it.each([
    ['--since', 'yesterday', '--since must be a day or a time'],
    ['--since', '2026-13-40', '--since must be a day or a time'],
    ['--until', '', '--until must be a day or a time'],
    ['--limit', '0', '--limit must be a number of at least 1'],
    ['--limit', 'all', '--limit must be a number of at least 1'],
    ['--organization', 'Engines', '--organization must be an id'],
    ['--action', 'nonsense', 'No action begins with this text'],
  ])('refuses %s %s with a message', async (option, value, words) => {
    await expect(printed(audit, option, value)).rejects.toThrow(words)
  })

  it('deletes entries up to a given time, and refuses without one', async () => {
    await expect(printed(auditForget)).rejects.toThrow('--before must be a day or a time')
    await expect(printed(auditForget, '--before', '2026-11-21')).rejects.toThrow('must not be in the future')
    expect(await printed(auditForget, '--before', '2026-11-20')).toBe('0 entries were deleted.\n')
    world.clock.set('2026-11-20T13:00:00.000Z')
    expect(await printed(auditForget, '--before', '2026-11-20T12:30Z')).toBe('4 entries were deleted.\n')
    expect(await actions()).toEqual(['audit.forgotten'])
  })
})
