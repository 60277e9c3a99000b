import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { KeyRing } from '../../../src/adapters/security/key-ring.ts'
import { createContainer, postgres } from '../../../src/composition/container.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { type SealedBatch, type SealedPlace, SealedThings } from '../../../src/ports/sealing.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { newSpinner, versionOf } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a change that is committed while secrets are encrypted again', () => {
  let world: World
  let database: Database
  /** The port of another process, which has a newer encryption key. */
  let sealed: SealedThings

  beforeAll(async () => {
    world = await createWorld()
    database = new Database({ url: world.databaseUrl, poolSize: 4 })
    const keys = [{ id: 'newer', secret: 'n'.repeat(32) }, ...world.config.secrets]
    sealed = createContainer(world.config, postgres(database), [
      provideValue(KeyRing, new KeyRing(keys)),
    ]).get(SealedThings)
  })
  afterAll(async () => {
    await database.close()
    await world.close()
  })
  const run = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    world.container.get(UnitOfWork).run(work)

  /** Commits a change after the encryption has read the row and waits for its lock. */
  async function whileSealing(
    place: SealedPlace,
    change: (tx: Transaction) => Promise<unknown>,
  ): Promise<SealedBatch> {
    const sealing = await run(async (tx) => {
      await change(tx)
      const batch = sealed.sealNext(place, null)
      await untilLocksAreAwaited(world.sql)
      return [batch]
    })
    const [batch] = await Promise.all(sealing)
    if (batch === undefined) throw new Error('A batch was expected')
    return batch
  }

  it('keeps the steps of a version in which a column was renamed', async () => {
    const { organizationId, dataTableId, spinnerId } = world.demo
    const steps = (column: string): Step[] => [
      {
        type: 'webhook',
        url: `https://crm.example.com/{{ ${column} }}`,
        headers: { Authorization: 'Bearer hush' },
        body: '{}',
      },
    ]
    const queries = world.container.get(SpinnerStore)
    const { projectId = '' } = (await queries.find(organizationId, spinnerId)) ?? {}
    const id = world.container.get(Ids).next()
    const place = { organizationId, projectId, dataTableId, createdAt: world.clock.now() }
    const spinner = newSpinner({ ...place, id, name: 'Hook', steps: steps('phone') })
    const version = versionOf(spinner)
    await run((tx) => tx.spinners.add(spinner, version))
    const batch = await whileSealing('headers of versions', (tx) =>
      tx.spinners.saveVersion({ ...version, steps: steps('mobile') }),
    )
    expect(batch).toMatchObject({ sealed: 0, olderKeys: ['session'] })
    const stepsNow = () => run(async (tx) => (await tx.spinners.findVersion(id, 1))?.steps)
    expect(await stepsNow()).toEqual(steps('mobile'))
    expect(await sealed.sealNext('headers of versions', null)).toMatchObject({ sealed: 1 })
    expect((await sealed.sealNext('headers of versions', null)).olderKeys).toEqual([])
  })

  it('keeps the new body of an arrival that was edited', async () => {
    const arrivals = world.container.get(ArrivalStore)
    const held = heldArrival(world, world.demo, 1, { email: 'ada@example.com' })
    await arrivals.keep(held, null)
    const edited = heldArrival(world, world.demo, 1, { email: 'erased' })
    const batch = await whileSealing('bodies of arrivals', (tx) =>
      tx.arrivals.replace(held, { ...edited, id: held.id }),
    )
    expect(batch).toMatchObject({ sealed: 0, olderKeys: ['session'] })
    const bodyNow = async () => {
      const found = await arrivals.find(world.demo.organizationId, held.id)
      return Buffer.from(found?.body?.bytes ?? []).toString()
    }
    expect(await bodyNow()).toBe('{"email":"erased"}')
    expect(await sealed.sealNext('bodies of arrivals', null)).toMatchObject({ sealed: 1 })
    expect((await sealed.sealNext('bodies of arrivals', null)).olderKeys).toEqual([])
  })
})
