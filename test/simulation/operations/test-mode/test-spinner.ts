import { service } from '../../../../src/domain/account/audit/actor.ts'
import { TestSpinner } from '../../../../src/use-cases/test-mode/test-spinner.ts'
import { named, operation } from '../operation.ts'
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
  draw: (random) => ({ spinner: random.below(8), people: random.pick(ways), condition: random.below(8) }),
  run: async (simulation, { spinner: number, people: kind, condition }) => {
    const { model, demo, clock } = simulation
    const spinner = named(model.spinners, number)
    if (spinner === null) return
    const test = await enter(simulation)
    if (test === null) return
    const { organizationId, userId } = demo
    const people = kind === 'where' ? { kind, where: conditionOf(condition) } : { kind }
    const order = { organizationId, userId, spinnerId: spinner.id, revision: null, people, requestId: '' }
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
    const { jobId, spinnerId } = ended.value
    const [job] = await simulation.rows<{ isOfTest: boolean }>(
      `select j.organization_id = $2 and j.spinner_id = $3 as "isOfTest" from jobs j where j.id = $1`,
      [jobId, test.id, spinnerId],
    )
    if (!simulation.gates.areShared && job?.isOfTest !== true)
      simulation.fault(`the test of ${spinner.name} has no job in the test organization`)
  },
})
