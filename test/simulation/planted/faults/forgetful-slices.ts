import { Database } from '../../../../src/adapters/postgres/database.ts'
import type { PostgresSlices } from '../../../../src/adapters/postgres/job/slices.ts'
import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import type { StepSettlement } from '../../../../src/domain/job/recipient/recipient.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { PersonDigests } from '../../../../src/ports/contact/contact-rules.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { Sealing } from '../../../../src/ports/sealing.ts'
import { Moments } from '../../model/moments.ts'
import { StoredSteps } from '../../model/path/stored-steps.ts'
import { MarkingSlices } from '../../world/marking-slices.ts'

/**
 * A planted fault for tests of the simulator: it reports the first message of each recipient as not sent, so
 * the service sends the message again a minute later.
 */
class ForgetfulSlices extends MarkingSlices {
  readonly #forgottenOnce = new Set<string>()
  readonly #addresses = new Map<string, string | null>()

  override settleAndMark: PostgresSlices['settleAndMark'] = (slice, lease, settled, next, rules) => {
    const forgotten = settled.map((settlement) => {
      const name = `${slice.jobId} ${settlement.recordId}`
      if (settlement.delivery !== 'sent' || this.#forgottenOnce.has(name)) return settlement
      this.#forgottenOnce.add(name)
      return this.#forgotten(settlement)
    })
    for (const { recordId, address } of next) this.#addresses.set(recordId, address)
    return super.settleAndMark(slice, lease, forgotten, next, rules)
  }

  #forgotten(settlement: StepSettlement): StepSettlement {
    const released = this.#addresses.get(settlement.recordId) ?? null
    return {
      ...settlement,
      delivery: null,
      status: 'waiting',
      nextStep: settlement.step,
      dueInSeconds: 60,
      released,
    }
  }
}

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
