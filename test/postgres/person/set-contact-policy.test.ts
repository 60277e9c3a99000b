import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresUnitOfWork } from '../../../src/adapters/postgres/unit-of-work.ts'
import { provideAs } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { ContactPolicy } from '../../../src/domain/contact/contact-policy.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Sealing } from '../../../src/ports/sealing.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { SetContactPolicy } from '../../../src/use-cases/contact/set-contact-policy.ts'
import { FinishOutdatedWaits } from '../../../src/use-cases/job/waits/finish-outdated-waits.ts'
import { createWorld, type World } from '../../support/world.ts'

const weekly: ContactPolicy = {
  messagesPerDay: null,
  messagesPerWeek: 1,
  daysBetweenSpinners: null,
  activePerDomain: null,
}

/** The number of transactions after which `LosingUnitOfWork` loses the database. */
let left = Number.POSITIVE_INFINITY

/** A test double that loses the database after some transactions. */
class LosingUnitOfWork extends PostgresUnitOfWork {
  override async run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (left === 0) throw new DomainError('OVERLOADED')
    left--
    return super.run(work)
  }
}

describe('setting a contact policy while the database becomes unavailable', () => {
  let world: World

  beforeEach(async () => {
    const losing = provideAs(
      UnitOfWork,
      LosingUnitOfWork,
      Database,
      Clock,
      Ids,
      Sealing,
      PersonDigests,
      Secrets,
    )
    world = await createWorld([losing])
  })
  afterEach(async () => {
    left = Number.POSITIVE_INFINITY
    await world.close()
  })

  const set = () => {
    const { organizationId } = world.demo
    return world.container
      .get(SetContactPolicy)
      .execute({ organizationId, policy: weekly, revision: null, by: operator })
  }
  const run = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    world.container.get(UnitOfWork).run(work)
  const unfinished = () => run((tx) => tx.jobs.idleWaitChanges(10))
  const losesAfter = async (transactions: number) => {
    left = transactions
    await set()
    left = Number.POSITIVE_INFINITY
  }

  it('succeeds after the policy was stored, and the runtime checks the waiting recipients again', async () => {
    await losesAfter(1)
    expect(await run((tx) => tx.contactRules.policyOf(world.demo.organizationId))).toEqual(weekly)
    expect(await unfinished()).toEqual([world.demo.organizationId])
    await world.container.get(FinishOutdatedWaits).execute(new AbortController().signal)
    expect(await unfinished()).toEqual([])
  })

  it('has nothing to do if the policy stays the same', async () => {
    await set()
    await losesAfter(1)
    expect(await unfinished()).toEqual([])
  })
})
