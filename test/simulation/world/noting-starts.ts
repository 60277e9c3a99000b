import type { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresSpinnerStore } from '../../../src/adapters/postgres/spinner/spinner-store.ts'
import type { Sealing } from '../../../src/ports/sealing.ts'
import type { StartOrder, StartOutcome } from '../../../src/ports/spinner/spinners.ts'
import type { Outside } from './outside.ts'

/** `NotingStarts` notes the jobs that start by themselves, so that operations name them as they name triggered jobs. */
export class NotingStarts extends PostgresSpinnerStore {
  readonly #outside: Outside

  constructor(outside: Outside, database: Database, sealing: Sealing) {
    super(database, sealing)
    this.#outside = outside
  }

  override async beginDueStart(order: StartOrder): Promise<StartOutcome> {
    const { shared, organizations, story } = this.#outside
    const begun = shared.moments.next()
    const outcome = await super.beginDueStart(order)
    const models = organizations.map(({ model }) => model)
    const model = models.find(({ spinners }) => spinners.some(({ id }) => id === order.spinnerId))
    const spinner = model?.spinners.find(({ id }) => id === order.spinnerId)
    if (model === undefined || spinner === undefined || order.starts.on === 'call') return outcome
    const answered = shared.moments.next()
    if (outcome === 'empty') model.emptyStarts.push({ spinner, begun, answered })
    if (outcome !== 'started') return outcome
    const { jobId: id, starts, dueAt, now: at } = order
    const name = model.nextName('job')
    const byItself = { starts, dueAt, at }
    const audience = starts.on === 'segment' ? 'recordIds' : 'spinner'
    model.jobs.push({ id, name, spinner, root: id, audience, begun, answered, byItself })
    story.tell(`${spinner.name} starts by itself as ${name}, on ${starts.on}`)
    return outcome
  }
}
