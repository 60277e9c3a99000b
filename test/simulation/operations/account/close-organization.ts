import { noPassword } from '../../../../src/domain/account/account.ts'
import { Passwords } from '../../../../src/ports/account/passwords.ts'
import { addressOf, peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'
import { drawStop } from '../../run/transit/transit.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { act, named, type Operation, operation } from '../operation.ts'
import { react } from '../person/react.ts'
import { askByToken, tokenOf } from '../request/management.ts'

const hour = 3_600
const password = 'correct horse battery staple'

/** The hash of the password of the owner, which is the same in all runs, because hashing is slow. */
let cachedHash: Promise<string> | null = null

/**
 * An owner closes the simulated organization, for less time than until its deletion, and undoes that. Meanwhile people
 * react, and callers are refused. A call may be repeated, as a user does after an error.
 */
export const closeOrganization = operation({
  name: 'close the organization',
  weight: 1,
  isAlone: true,
  keepsTransit: true,
  draw: (random, others) => ({
    before: random.pick([1, 60, hour]),
    stop: drawStop(random, 0.5),
    meanwhile: Array.from({ length: random.between(1, 4) }, () => eventOf(random, others)),
    repeats: random.between(1, 2),
    after: random.pick([1, hour, 24 * hour]),
  }),
  run: async (simulation, { before, stop, meanwhile, repeats, after }, others) => {
    if (simulation.model.tables.length === 0) return
    await elapse(simulation, before, stop)
    const paused = await pausedJobs(simulation)
    for (let nth = 0; nth < repeats; nth++) await close(simulation)
    for (const event of meanwhile) await happen(simulation, event, others)
    for (let nth = 0; nth < repeats; nth++) await reopen(simulation)
    await elapse(simulation, after)
    if (!simulation.hasCrashed && !isClosed(simulation))
      for (const id of await pausedJobs(simulation))
        if (!paused.includes(id))
          simulation.fault(`job ${id} stays paused after its organization was reopened`)
    simulation.isQuiet = true
  },
})

function eventOf(random: Random, others: readonly Operation[]) {
  return {
    kind: random.pick(['time', 'time', 'ingest', 'trigger', 'react'] as const),
    seconds: random.pick([60, hour, 24 * hour]),
    table: random.below(4),
    person: random.below(peopleCount),
    spinner: random.below(4),
    reaction: react.draw(random, others),
  }
}

async function happen(
  simulation: Simulation,
  { kind, seconds, table: tableNumber, person, spinner: spinnerNumber, reaction }: ReturnType<typeof eventOf>,
  others: readonly Operation[],
): Promise<void> {
  const { model } = simulation
  const isRefused = isClosed(simulation)
  if (kind === 'time') await elapse(simulation, seconds)
  if (kind === 'react') await act(simulation, { operation: react.name, input: reaction }, others)
  const table = named(model.tables, tableNumber)
  if (kind === 'ingest' && table !== null) {
    const ended = await ingestRecords(simulation, table, [person], { by: 'key', repeats: 0 })
    if (isRefused && ended.kind === 'answered')
      simulation.fault(`${addressOf(person)} was ingested into a closed organization`)
  }
  const spinner = named(model.spinners, spinnerNumber)
  if (kind !== 'trigger' || spinner === null) return
  const job = await startJob(simulation, spinner, {
    audience: { kind: 'spinner' },
    scheduledAt: null,
    key: null,
  })
  if (isRefused && job !== null) simulation.fault(`${job.name} was started in a closed organization`)
}

function isClosed({ model, demo }: Simulation): boolean {
  return model.noSendPeriods.isSilent('organization', demo.organizationId)
}

async function pausedJobs({ rows, demo }: Simulation): Promise<readonly string[]> {
  const jobs = await rows<{ id: string }>(
    "select id from jobs where organization_id = $1 and status = 'paused'",
    [demo.organizationId],
  )
  return jobs.map(({ id }) => id)
}

async function close(simulation: Simulation): Promise<void> {
  const { demo, model, api } = simulation
  const token = await tokenOf(simulation, demo.userId, 'the owner')
  if (token === null) return
  cachedHash ??= api.get(Passwords).hash(password)
  await setPasswordHash(simulation, await cachedHash)
  const [organization] = await simulation.rows<{ name: string }>(
    'select name from organizations where id = $1',
    [demo.organizationId],
  )
  const body = JSON.stringify({ name: organization?.name, password })
  const call = () => ask(simulation, token, 'POST', body)
  await model.noSendPeriods.begin('organization', demo.organizationId, call)
  await setPasswordHash(simulation, noPassword)
}

async function reopen(simulation: Simulation): Promise<void> {
  const { demo, model } = simulation
  const token = await tokenOf(simulation, demo.userId, 'the owner')
  if (token === null) return
  // Reopening an organization ends the waits of its destinations, as a resumption does.
  for (const destination of model.destinations.created) destination.mayForgetWait()
  const call = () => ask(simulation, token, 'DELETE', '')
  await model.noSendPeriods.end('organization', demo.organizationId, call)
}

/** The owner of the simulated organization signs in without a password, as people of a demo do. */
async function setPasswordHash({ rows, demo }: Simulation, hash: string): Promise<void> {
  await rows(
    'update accounts set password_hash = $2 where id = (select account_id from users where id = $1)',
    [demo.userId, hash],
  )
}

async function ask(
  simulation: Simulation,
  token: string,
  method: string,
  body: string,
): Promise<{ readonly kind: Ended<unknown>['kind'] }> {
  const route = simulation.api.management.routes.find(
    (one) => one.method === method && one.path === '/organization/deletion',
  )
  if (route === undefined) throw new Error('There is no route for the deletion of an organization')
  const [ended] = await askByToken(simulation, token, [{ route, things: 0, query: '', body }])
  if (ended === undefined) return { kind: 'refused' }
  return ended.kind === 'answered' && ended.value.status >= 400 ? { kind: 'refused' } : ended
}
