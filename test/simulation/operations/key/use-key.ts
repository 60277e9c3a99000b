import type { Scope } from '../../../../src/domain/account/api-keys/scope.ts'
import type { KnownTable } from '../../model/known-table.ts'
import { type KnownKey, validityOf } from '../../model/organization/known-keys.ts'
import { peopleCount } from '../../model/people.ts'
import type { EdgeReply } from '../../run/edge.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { named, operation } from '../operation.ts'
import { createKey } from './create-key.ts'

const actions = ['ingest', 'ingest', 'trigger', 'trigger', 'identity', 'records', 'events'] as const

/** The scope that an action needs; null if every valid key may do it. */
const scopeOf: Readonly<Record<string, Scope | null>> = {
  ingest: 'ingest',
  trigger: 'trigger',
  identity: null,
  records: 'records:read',
  events: 'events:read',
}

/** The codes by which the service refuses a request because of its key. Other refusals are about the request. */
const ofKeys = new Set([
  'INVALID_API_KEY',
  'UNAUTHENTICATED',
  'MISSING_SCOPE',
  'NOT_FOUND',
  'SPINNER_NOT_FOUND',
])

/** The codes that do not tell whether the service has looked up the key. */
const withoutDecision = new Set(['OVERLOADED', 'RATE_LIMITED'])

type Answer = 'admitted' | 'refused' | null

/** Uses a key as a program does, whether its scopes and projects allow it or not. */
export const useKey = operation({
  name: 'use a key',
  weight: 8,
  draw: (random) => ({
    key: random.below(6),
    action: random.pick(actions),
    table: random.below(6),
    spinner: random.below(8),
    person: random.below(peopleCount),
    /** The form of the key that is created if there is none. */
    created: createKey.draw(random, []),
  }),
  run: async (
    simulation,
    { key: number, action, table: nth, spinner: ofSpinner, person, created },
    others,
  ) => {
    const { model, clock } = simulation
    if (model.keys.all.length === 0) await createKey.run(simulation, created, others)
    const key = named(model.keys.all, number)
    const spinner = named(model.spinners, ofSpinner)
    const table = action === 'trigger' ? (spinner?.table ?? null) : named(model.tables, nth)
    if (key === null || table === null) return
    const before = validityOf(key, clock.now())
    const mayBeGone = table.bin.mayBeInBin || (action === 'trigger' && spinner?.bin.mayBeInBin === true)
    const words = `use ${key.name} for ${action} of ${table.name}`
    const answer = await act(simulation, { key, table, action, person, words, spinner })
    const validity = [...before, ...validityOf(key, clock.now())]
    const isAllowed = allows(key, action, table)
    if (answer === null) return
    const expected = isAllowed && validity.every(Boolean) ? 'admitted' : 'refused'
    // An answer about a thing in the bin, or by a key that may have ended meanwhile, may be either one.
    const isCertain = isAllowed
      ? !validity.some(Boolean) || (validity.every(Boolean) && !mayBeGone && action !== 'trigger')
      : true
    if (isCertain) model.keys.uses.push({ words, expected, answer })
  },
})

function allows({ scopes, projectIds }: KnownKey, action: string, table: KnownTable): boolean {
  const scope = scopeOf[action] ?? null
  const isOfTable = action === 'ingest' || action === 'trigger' || action === 'records'
  return (
    (scope === null || scopes.includes(scope)) &&
    (!isOfTable || projectIds === null || projectIds.includes(table.projectId))
  )
}

interface Use {
  readonly key: KnownKey
  readonly table: KnownTable
  readonly action: string
  readonly person: number
  readonly words: string
  readonly spinner: Parameters<typeof startJob>[1] | null
}

async function act(simulation: Simulation, use: Use): Promise<Answer> {
  const { key, table, action, person, words, spinner } = use
  const { secret } = key
  if (action === 'ingest') {
    const ended = await ingestRecords(simulation, table, [person], { by: 'key', repeats: 0, secret })
    return answerTo(ended)
  }
  if (action === 'trigger') {
    if (spinner === null) return null
    let answer: Answer = null
    const order = { audience: { kind: 'spinner' } as const, scheduledAt: null, key: null, secret }
    await startJob(simulation, spinner, order, (ended) => {
      answer = answerTo(ended)
    })
    return answer
  }
  const path = {
    identity: '/api/v1/whoami',
    records: `/api/v1/data-tables/${table.id}/records?limit=1`,
    events: '/api/v1/events?subscribe=false&limit=1',
  }[action]
  const ended = await simulation.ask(words, {
    method: 'GET',
    path: path ?? '',
    headers: { authorization: `Bearer ${secret}` },
    body: '',
    isManagement: true,
  })
  return answerOfEdge(ended)
}

function answerTo(ended: Ended<unknown>): Answer {
  if (ended.kind === 'crashed') return null
  if (ended.kind === 'answered') return 'admitted'
  if (withoutDecision.has(ended.error.code)) return null
  return ofKeys.has(ended.error.code) ? 'refused' : 'admitted'
}

function answerOfEdge(ended: Ended<EdgeReply>): Answer {
  if (ended.kind !== 'answered') return null
  const { status, body } = ended.value
  if (status < 300) return 'admitted'
  const code = String(body['code'])
  if (withoutDecision.has(code)) return null
  return ofKeys.has(code) ? 'refused' : 'admitted'
}
