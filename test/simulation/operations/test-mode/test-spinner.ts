import { service } from '../../../../src/domain/account/audit/actor.ts'
import { TestSpinner } from '../../../../src/use-cases/test-mode/test-spinner.ts'
import { addressOf, peopleCount } from '../../model/people.ts'
import { act, named, operation } from '../operation.ts'
import { conditionOf } from '../spinner/steps.ts'
import { monthOf } from './test-time.ts'
import { enter } from './use-test-mode.ts'

/** The largest number of people of a test. */
const maxPeople = 5

/** The ways in which a test names its people. */
const ways = ['audience', 'audience', 'where', 'samples'] as const

/**
 * Tests the draft of a simulated spinner in one call, which copies the spinner and people into the test organization.
 * Nothing of the copy may leave the service, and an erasure reaches the copied people.
 */
export const testSpinner = operation({
  name: 'test a spinner',
  weight: 2,
  draw: (random) => ({
    spinner: random.below(8),
    people: random.pick(ways),
    condition: random.below(8),
    /** The number of the copied person who is erased after the test has begun; null for nobody. */
    erased: random.chance(0.3) ? random.below(maxPeople) : null,
  }),
  run: async (simulation, { spinner: number, people: kind, condition, erased }, others) => {
    const { model, demo, clock } = simulation
    const spinner = named(model.spinners, number)
    if (spinner === null) return
    const test = await enter(simulation)
    if (test === null) return
    const { organizationId, userId } = demo
    const requestedPeople = kind === 'where' ? { kind, where: conditionOf(condition) } : { kind }
    const order = {
      organizationId,
      userId,
      spinnerId: spinner.id,
      revision: null,
      people: requestedPeople,
      requestId: '',
    }
    const first = monthOf(clock)
    const ended = await simulation.call(`test ${spinner.name} with ${kind}`, (api) =>
      api.get(TestSpinner).execute({ ...order, by: service }),
    )
    // A test that is refused because its records were changed meanwhile has used the meters.
    const hasUsed = ended.kind === 'refused' && ended.error.code === 'CONFLICT' ? 'crashed' : ended.kind
    const count = ended.kind === 'answered' ? ended.value.people.count : maxPeople
    test.note('records', [first, monthOf(clock)], count, hasUsed)
    test.note('jobs', [first, monthOf(clock)], 1, hasUsed)
    if (ended.kind !== 'answered') return
    const { jobId, spinnerId, dataTableId } = ended.value
    const [job] = await simulation.rows<{ isOfTest: boolean }>(
      `select j.organization_id = $2 and j.spinner_id = $3 as "isOfTest" from jobs j where j.id = $1`,
      [jobId, test.id, spinnerId],
    )
    if (!simulation.gates.areShared && job?.isOfTest !== true)
      simulation.fault(`the test of ${spinner.name} has no job in the test organization`)
    if (erased === null || simulation.gates.areShared) return
    const copies = await simulation.rows<{ email: string | null }>(
      `select lower(data ->> 'email') as email from records where data_table_id = $1 order by id`,
      [dataTableId],
    )
    const people = Array.from({ length: peopleCount }, (_, person) => person)
    const copied = people.filter((person) => copies.some(({ email }) => email === addressOf(person)))
    const person = named(copied, erased)
    const input = { person: person ?? 0, isLead: false, spelling: 0 }
    if (person !== null) await act(simulation, { operation: 'erase a person', input }, others)
  },
})
