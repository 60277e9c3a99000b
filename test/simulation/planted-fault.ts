import { Database } from '../../src/adapters/postgres/database.ts'
import type { PostgresSlices } from '../../src/adapters/postgres/job/slices.ts'
import { type Binding, provideMade } from '../../src/composition/provide.ts'
import type { StepSettlement } from '../../src/domain/job/recipient/recipient.ts'
import { Clock } from '../../src/ports/clock.ts'
import { Ids } from '../../src/ports/ids.ts'
import type { JobStore } from '../../src/ports/job/jobs.ts'
import { Slices } from '../../src/ports/job/slices.ts'
import { PersonDigests } from '../../src/ports/person/contact-rules.ts'
import { Sealing } from '../../src/ports/sealing.ts'
import { MessageTokens } from '../../src/ports/sender/message/message-tokens.ts'
import { type Transaction, UnitOfWork } from '../../src/ports/unit-of-work.ts'
import {
  InboundFactProcessor,
  type ReceivedInboundFact,
} from '../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { Moments } from './model/moments.ts'
import { StoredSteps } from './model/path/stored-steps.ts'
import { MarkingSlices } from './world/marking-slices.ts'

/**
 * A planted fault for tests of the simulator: it reports the first message of each recipient as not sent, so
 * the service sends the message again a minute later.
 */
class ForgetfulSlices extends MarkingSlices {
  readonly #forgottenOnce = new Set<string>()
  readonly #addresses = new Map<string, string | null>()

  override settleAndMark: PostgresSlices['settleAndMark'] = (slice, lease, settled, next, rules) => {
    const forgotten = settled.map((one) => {
      const name = `${slice.jobId} ${one.recordId}`
      if (one.delivery !== 'sent' || this.#forgottenOnce.has(name)) return one
      this.#forgottenOnce.add(name)
      return this.#forgotten(one)
    })
    for (const { recordId, address } of next) this.#addresses.set(recordId, address)
    return super.settleAndMark(slice, lease, forgotten, next, rules)
  }

  #forgotten(one: StepSettlement): StepSettlement {
    const released = this.#addresses.get(one.recordId) ?? null
    return { ...one, delivery: null, state: 'waiting', nextStep: one.step, dueInSeconds: 60, released }
  }
}

/** A planted fault for tests of the simulator: a reply stops only the recipient whose message it answers. */
class ForgetsOthers extends UnitOfWork {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    super()
    this.#unitOfWork = unitOfWork
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#unitOfWork.run((tx) => {
      const stopPerson: JobStore['stopPerson'] = async (organizationId, address, { answered, ...ending }) => {
        if (answered === undefined) return await tx.jobs.stopPerson(organizationId, address, ending)
        const stopped = await tx.jobs.stopRecipient(organizationId, answered, { ...ending, until: null })
        return stopped === null ? 0 : 1
      }
      const jobs = new Proxy(tx.jobs, {
        get: (store, name) => {
          if (name === 'stopPerson') return stopPerson
          const value = Reflect.get(store, name)
          return typeof value === 'function' ? value.bind(store) : value
        },
      })
      return work({ ...tx, jobs })
    })
  }
}

/** The binding of a planted fault that breaks the promise that a reply stops a person in all spinners. */
export const forgetsOthers: readonly Binding[] = [
  provideMade(
    InboundFactProcessor,
    (unitOfWork: UnitOfWork, ...of: [MessageTokens, PersonDigests, Clock, Ids]) =>
      new InboundFactProcessor(new ForgetsOthers(unitOfWork), ...of),
    UnitOfWork,
    MessageTokens,
    PersonDigests,
    Clock,
    Ids,
  ),
]

/**
 * The binding of a planted fault for tests of the simulator itself. The fault breaks the promise that nobody
 * gets a message twice.
 */
export const forgetful: readonly Binding[] = [
  provideMade(
    Slices,
    (...of: [Database, Clock, Sealing, PersonDigests]) =>
      new ForgetfulSlices(new StoredSteps(new Moments()), ...of),
    Database,
    Clock,
    Sealing,
    PersonDigests,
  ),
]

/** A planted fault for tests of the simulator: replies that ask for no more mail count as ordinary replies. */
class DeafProcessor extends InboundFactProcessor {
  override process(received: ReceivedInboundFact): ReturnType<InboundFactProcessor['process']> {
    return super.process({ ...received, fact: { ...received.fact, asksToStop: false } })
  }
}

/**
 * The binding of a planted fault for tests of the simulator itself. The fault breaks the promise that a person who
 * asked by a reply for no more mail gets none.
 */
export const deaf: readonly Binding[] = [
  provideMade(
    InboundFactProcessor,
    (...of: ConstructorParameters<typeof InboundFactProcessor>) => new DeafProcessor(...of),
    UnitOfWork,
    MessageTokens,
    PersonDigests,
    Clock,
    Ids,
  ),
]
