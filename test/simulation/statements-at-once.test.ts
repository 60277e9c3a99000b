import { describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { preparedForTests } from './prepared-for-tests.ts'
import { randomDelays } from './random-delays.ts'
import { GatedDatabase } from './run/database/gated-database.ts'
import { Outage } from './run/database/outage.ts'
import { Gates } from './run/gates.ts'
import { hashOf } from './run/random.ts'
import { ServiceProcess } from './run/service-process.ts'
import { beginning } from './run/simulation.ts'
import { VirtualClock } from './run/virtual-clock.ts'
import { VirtualTimers } from './run/virtual-timers.ts'

const keys = { first: 4_711, second: 4_712 }

describe('two transactions at once in the simulator', () => {
  const prepared = preparedForTests()

  /** Runs two works at once, each in a transaction of its own process. Returns what they noted, in its order. */
  async function atOnce(
    order: number,
    works: (note: (what: string) => void) => readonly ((connection: pg.Client) => Promise<unknown>)[],
  ): Promise<readonly string[]> {
    const noted: string[] = []
    const clock = new VirtualClock(beginning)
    const gates = new Gates(clock, randomDelays)
    const outside = { gates, outage: new Outage(), timers: new VirtualTimers(clock, gates) }
    let decided = 0
    await gates.together(
      works((what) => noted.push(what)).map((work, nth) => async () => {
        const process = new ServiceProcess(`process ${nth}`)
        const database = new GatedDatabase(prepared().sessions, outside, process)
        await database
          .withConnection(async (connection) => {
            await connection.query('begin')
            try {
              await work(connection)
              await connection.query('commit')
            } catch (error) {
              await connection.query('rollback')
              throw error
            }
          })
          .then(
            () => noted.push(`${process.name} commits`),
            (error: Error) => noted.push(`${process.name}: ${error.message}`),
          )
      }),
      (count) => hashOf('order', order, decided++) % count,
    )
    return noted
  }
  const lock = (connection: pg.Client, key: number) =>
    connection.query('select pg_advisory_xact_lock($1)', [key])

  it('take turns between their statements, in an order that the seed decides', async () => {
    const steps = (note: (what: string) => void) =>
      ['a', 'b'].map((name) => async (connection: pg.Client) => {
        for (const nth of [1, 2]) {
          await connection.query('select 1')
          note(`${name}${nth}`)
        }
      })
    const orders = []
    for (let order = 0; order < 20; order++) orders.push((await atOnce(order, steps)).join(' '))
    expect(orders.some((order) => /a1.*b1.*a2/.test(order))).toBe(true)
    expect(orders.some((order) => /b1.*a1.*b2/.test(order))).toBe(true)
    expect(await atOnce(3, steps)).toEqual(orders[3]?.split(/ (?=[ab]\d|process)/))
  })

  it('wait for the lock of the other one until it commits', async () => {
    const steps = (note: (what: string) => void) =>
      ['a', 'b'].map((name) => async (connection: pg.Client) => {
        await lock(connection, keys.first)
        note(`${name} in`)
        await connection.query('select 1')
        note(`${name} out`)
      })
    for (let order = 0; order < 10; order++) {
      const noted = (await atOnce(order, steps)).filter((what) => / (?:in|out)$/.test(what))
      expect([
        ['a in', 'a out', 'b in', 'b out'],
        ['b in', 'b out', 'a in', 'a out'],
      ]).toContainEqual(noted)
    }
  })

  it('end in a deadlock that the same one always loses', async () => {
    const steps = () =>
      [
        [keys.first, keys.second],
        [keys.second, keys.first],
      ].map((order) => async (connection: pg.Client) => {
        for (const key of order) await lock(connection, key)
      })
    const orders = Array.from({ length: 20 }, (_, order) => order)
    const outcomes = []
    for (const order of orders) outcomes.push(await atOnce(order, steps))
    const withDeadlock = outcomes.filter((noted) => noted.some((what) => what.includes(': ')))
    expect(withDeadlock.length).toBeGreaterThan(0)
    for (const noted of withDeadlock) expect(noted.filter((what) => what.includes('commits'))).toHaveLength(1)
    for (const order of orders) expect(await atOnce(order, steps)).toEqual(outcomes[order])
  })

  it('release their locks when their process ends', async () => {
    const clock = new VirtualClock(beginning)
    const gates = new Gates(clock, randomDelays)
    const outside = { gates, outage: new Outage(), timers: new VirtualTimers(clock, gates) }
    const [dying, other] = [new ServiceProcess('dying'), new ServiceProcess('other')]
    const noted: string[] = []
    const works = [dying, other].map((process) => async () => {
      const database = new GatedDatabase(prepared().sessions, outside, process)
      await database
        .withConnection(async (connection) => {
          await connection.query('begin')
          await lock(connection, keys.first)
          if (process === dying) dying.end()
          await connection.query('commit')
        })
        .then(
          () => noted.push(`${process.name} commits`),
          ({ message }: Error) => noted.push(message),
        )
    })
    await gates.together(works, () => 0)
    expect(noted).toEqual(['dying has ended', 'other commits'])
  })
})
