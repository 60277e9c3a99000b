import { Database, type Statement } from '../../../../src/adapters/postgres/database.ts'
import type { PostgresSlices } from '../../../../src/adapters/postgres/job/slices.ts'
import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { PersonDigests } from '../../../../src/ports/contact/contact-rules.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { Sealing } from '../../../../src/ports/sealing.ts'
import { Moments } from '../../model/moments.ts'
import { StoredSteps } from '../../model/path/stored-steps.ts'
import { MarkingSlices } from '../../world/marking-slices.ts'

const forgetSent: Statement = {
  name: 'forget_sent',
  text: 'update sender_health set sent = 0, other_sent = 0',
}

/** A planted fault for tests of the simulator: the pools of senders forget the messages that their senders have sent. */
class SlicesWithForgetfulPools extends MarkingSlices {
  readonly #database: Database

  constructor(steps: StoredSteps, ...of: readonly [Database, Clock, Sealing, PersonDigests]) {
    super(steps, ...of)
    this.#database = of[0]
  }

  override async settleAndMark(
    ...order: Parameters<PostgresSlices['settleAndMark']>
  ): ReturnType<PostgresSlices['settleAndMark']> {
    const marked = await super.settleAndMark(...order)
    await this.#database.write(forgetSent, [])
    return marked
  }
}

/** The binding of a planted fault that breaks the promise about the number of a pool. */
export const forgetfulPools: readonly Binding[] = [
  provideMade(
    Slices,
    (...of: [Database, Clock, Sealing, PersonDigests]) =>
      new SlicesWithForgetfulPools(new StoredSteps(new Moments()), ...of),
    Database,
    Clock,
    Sealing,
    PersonDigests,
  ),
]
