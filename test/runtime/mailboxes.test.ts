import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { AllowedPrivateHosts } from '../../src/adapters/channels/allowed-private-hosts.ts'
import { provideValue } from '../../src/composition/provide.ts'
import { Ids } from '../../src/ports/ids.ts'
import { InboundFactStore } from '../../src/ports/sender/inbound/inbound-fact-store.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { ReadMailboxes } from '../../src/use-cases/sender/inbound/read-mailboxes.ts'
import { type Runtime, startRuntime } from '../../workers/runtime.ts'
import { mailText } from '../support/data/mails.ts'
import { addSender } from '../support/data/sender.ts'
import { startImapServer, type TestImapServer } from '../support/servers/imap-server.ts'
import { createTenant } from '../support/tenant.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

describe('workers that read mailboxes', () => {
  let world: World
  let server: TestImapServer
  let runtimes: Runtime[]

  beforeEach(async () => {
    world = await createWorld([provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['127.0.0.1']))], 16)
    world.clock.follow()
    world.clock.run()
    server = await startImapServer()
    runtimes = []
  })
  afterEach(async () => {
    for (const runtime of runtimes) await runtime.stop()
    await server.close()
    await world.close()
  })

  /** Counts how often the runtimes of the test check for mailboxes that are due. Returns a function for the count. */
  function countChecks(): () => number {
    const readMailboxes = world.container.get(ReadMailboxes)
    const begin = readMailboxes.begin.bind(readMailboxes)
    let checks = 0
    readMailboxes.begin = (...words) => {
      checks++
      return begin(...words)
    }
    return () => checks
  }

  async function start(): Promise<void> {
    const options = { databaseUrl: world.databaseUrl, concurrency: 1, logger: pino({ level: 'silent' }) }
    const onFatal = (error: unknown) => {
      throw error
    }
    runtimes.push(await startRuntime(world.container, { ...options, onFatal }))
  }

  const settings = () => ({
    user: 'sales@own.example',
    imapHost: '127.0.0.1',
    imapPort: server.port,
    imapTls: false,
  })
  const add = () =>
    addSender(world, world.demo.organizationId, { settings: settings() }, { password: 'secret' })
  /** Counts one message in the daily budget of the test's sender, as marking a message does. */
  async function sendsToday(senderId: string): Promise<void> {
    const { organizationId, spinnerId, dataTableId } = world.demo
    const jobId = world.container.get(Ids).next()
    await world.sql.query(
      `insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source, status,
                         from_seq, from_records, to_seq, to_records, cut_seq, created_at)
       values ($1, $2, $3, 1, $4, 'api', 'completed', 0, 0, 0, 1, 0, now())`,
      [jobId, organizationId, spinnerId, dataTableId],
    )
    await world.sql.query(
      `select claim_senders(
         p_at => now(), p_job => $1, p_slice => 1, marked_ids => '{1}', by_own => array[null::uuid],
         by_candidates => array[$2], by_waited => '{f}')`,
      [jobId, `{${senderId}}`],
    )
  }
  const unattributed = async () =>
    (await world.container.get(InboundFactStore).mailboxes(world.demo.organizationId))[0]?.factCounts
      .unattributed ?? 0
  const secondsUntilDue = async () => {
    const { rows } = await world.sql.query<{ seconds: number }>(
      'select extract(epoch from due_at - clock_timestamp())::float8 as seconds from mailboxes',
    )
    return rows[0]?.seconds ?? Number.NaN
  }
  const due = () => world.sql.query('update mailboxes set due_at = clock_timestamp()')
  const isRead = async () =>
    (await world.container.get(InboundFactStore).mailboxes(world.demo.organizationId))[0]?.readAt instanceof
    Date

  it('read within seconds of the connection, then every 20 seconds, or every 5 minutes if idle', async () => {
    await start()
    const { id } = await add()
    await until(isRead)
    expect(await secondsUntilDue()).toBeGreaterThan(200)
    await sendsToday(id)
    expect(await secondsUntilDue()).toBeLessThanOrEqual(20)
    server.mails = [{ uid: 1, text: mailText({}) }]
    await due()
    await until(async () => (await unattributed()) === 1)
    // While a mailbox is read, its next time is the end of the reader's lease, in a minute.
    await until(async () => {
      const seconds = await secondsUntilDue()
      return seconds > 1 && seconds <= 20
    })
  })

  it('have one connection to a mailbox at a time, even while its sender is changed', async () => {
    const checks = countChecks()
    await start()
    await start()
    server.hangsAt = 'EXAMINE'
    const sender = await add()
    await until(() => server.commands.includes('EXAMINE'))
    const changed = { ...sender, settings: { ...settings(), dkimSelector: 'mail' } }
    await world.container.get(UnitOfWork).run((tx) => tx.senders.save(changed))
    const before = checks()
    // Waits for two checks of each of the two runtimes, so that the first check of each has ended.
    await until(() => checks() >= before + 4)
    expect(server.commands.filter((command) => command === 'EXAMINE')).toHaveLength(1)
    server.hangsAt = null
    server.hangUp()
    await until(isRead)
    expect(server.maxConnections()).toBe(1)
  })

  it('release a mailbox when they stop, and another worker reads it at once', async () => {
    await start()
    server.hangsAt = 'EXAMINE'
    await add()
    await until(() => server.commands.includes('EXAMINE'))
    const begunAt = performance.now()
    await runtimes.pop()?.stop()
    // Expects that the stop did not wait until the reader gives up a silent mail server, which takes 15 s.
    expect(performance.now() - begunAt).toBeLessThan(12_000)
    expect(await secondsUntilDue()).toBeLessThanOrEqual(0)
    server.hangsAt = null
    await start()
    await until(isRead)
  })

  it('read other mailboxes while a server does not answer', async () => {
    await start()
    const hanging = await startImapServer()
    hanging.hangsAt = 'EXAMINE'
    try {
      const at = { ...settings(), imapPort: hanging.port }
      // Adds ten mailboxes that hang to the test, because an organization may have at most eight mailboxes read
      // at once.
      for (let index = 0; index < 10; index++)
        await addSender(world, world.demo.organizationId, { settings: at }, { password: 'secret' })
      await until(() => hanging.commands.filter((command) => command === 'EXAMINE').length === 8)
      const other = await createTenant(world)
      await addSender(world, other.organizationId, { settings: settings() }, { password: 'secret' })
      const isOthersRead = async () =>
        (await world.container.get(InboundFactStore).mailboxes(other.organizationId))[0]?.readAt instanceof
        Date
      await until(isOthersRead)
      // Expects that no reading of the hanging server has ended, because the next of the ten would have begun.
      expect(hanging.commands.filter((command) => command === 'EXAMINE')).toHaveLength(8)
    } finally {
      await hanging.close()
    }
  })
})
