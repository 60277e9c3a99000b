import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, personWith, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const dayMs = 86_400_000
const plans = ['trial', 'paid'] as const
const ends = [null, '2026-11-26', '2026-12-03', '2026-12-10'] as const

const anAct = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), plan: fc.nat(1), ends: fc.nat(3) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      record: fc.nat(5),
      plan: fc.nat(1),
      ends: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), record: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
)
type Act = typeof anAct extends fc.Arbitrary<infer Value> ? Value : never

const settings = fc.record({
  again: fc.constantFrom('never' as const, 'eachEntry' as const),
  againAfterDays: fc.constantFrom(undefined, 3),
  existing: fc.constantFrom('include' as const, 'exclude' as const),
  before: fc.array(fc.record({ plan: fc.nat(1), ends: fc.nat(3) }), { maxLength: 3 }),
  acts: fc.array(anAct, { minLength: 4, maxLength: 16 }),
})

type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never

/** A record of the model, with what the rules of docs/use/starts.md say about it. */
interface ModelRecord {
  readonly id: string
  plan: string
  ends: string | null
  isThere: boolean
  isMember: boolean
  isWaiting: boolean
  startedAt: number | null
  starts: number
}

/** The records of a table and the entries that the rules expect. Times are in milliseconds. */
class EntriesModel {
  readonly records: ModelRecord[] = []
  isPaused = false
  readonly #mayRepeat: boolean
  readonly #repeatMs: number

  constructor({ again, againAfterDays }: Pick<Settings, 'again' | 'againAfterDays'>) {
    this.#mayRepeat = again === 'eachEntry'
    this.#repeatMs = this.#mayRepeat ? (againAfterDays ?? 0) * dayMs : 0
  }

  add(id: string, cells: Pick<ModelRecord, 'plan' | 'ends'>): void {
    const state = { isMember: false, isWaiting: false, startedAt: null, starts: 0 }
    this.records.push({ id, ...cells, isThere: true, ...state })
  }

  publish(existing: Settings['existing'], now: number): void {
    for (const record of this.records) {
      record.isMember = belongs(record, now)
      record.isWaiting = record.isMember && existing === 'include'
    }
  }

  look(now: number): void {
    for (const record of this.records) {
      const is = record.isThere && belongs(record, now)
      if (is && !record.isMember)
        record.isWaiting =
          record.startedAt === null || (this.#mayRepeat && record.startedAt + this.#repeatMs <= now)
      if (!is) record.isWaiting = false
      record.isMember = is
      if (!record.isWaiting || this.isPaused) continue
      record.isWaiting = false
      record.startedAt = now
      record.starts++
    }
  }
}

function belongs({ plan, ends: end }: ModelRecord, now: number): boolean {
  return plan === 'trial' && (end === null || Date.parse(end) < now + 7 * dayMs)
}

/** The condition of the segment, in the language of the API. */
const where = {
  and: [
    { column: 'plan', operator: 'equals', value: 'trial' },
    {
      or: [
        { column: 'ends', operator: 'missing' },
        { column: 'ends', operator: 'before', value: 'now+7d' },
      ],
    },
  ],
}

describe('entries into a segment', () => {
  let world: World
  let api: Api
  let person: Person
  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })

  async function advance(milliseconds: number): Promise<void> {
    world.clock.advance(milliseconds / 1_000)
    const { email, password } = person
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
    person = personWith(api, body['token'] as string, email, password, body)
  }

  /** Creates a table with a segment and a spinner that starts on its entries, not yet published. */
  async function prepare({ again, againAfterDays, before }: Settings, model: EntriesModel) {
    const { id: projectId } = await person.do('POST', '/projects', { name: 'Spring' })
    const columns = [{ name: 'email', isMetadata: true }, { name: 'plan' }, { name: 'ends' }]
    const fields = { name: 'Leads', columns }
    const { id: dataTableId } = await person.do('POST', `/projects/${projectId}/data-tables`, fields)
    const path = `/data-tables/${dataTableId}`
    const { id: segmentId } = await person.do('POST', `${path}/segments`, { name: 'Trial', where })
    for (const value of before) await add(path, model, value)
    const repeats = again === 'eachEntry' && againAfterDays !== undefined ? { againAfterDays } : {}
    const starts = { on: 'segment', segmentId, again, ...repeats, withinSeconds: 5 }
    const body = { name: 'Ways', dataTableId, contact: 'oncePerRecord', starts }
    const steps = [{ type: 'wait', seconds: 1 }]
    const { id: spinnerId } = await person.do('POST', `/projects/${projectId}/spinners`, { ...body, steps })
    return { path, spinnerId: spinnerId as string }
  }

  async function add(
    path: string,
    model: EntriesModel,
    value: { plan: number; ends: number },
  ): Promise<void> {
    const cells = { plan: plans[value.plan] ?? 'paid', ends: ends[value.ends] ?? null }
    const data = { email: `person${model.records.length}@a.example`, ...cells }
    const { recordId } = await person.do('POST', `${path}/records`, { data })
    model.add(recordId, cells)
  }

  async function carryOut(act: Act, model: EntriesModel, path: string, spinnerId: string): Promise<void> {
    const record = 'record' in act ? model.records[act.record] : undefined
    if ('record' in act && record?.isThere !== true) return
    if (act.do === 'add') await add(path, model, act)
    if (act.do === 'wait') await advance(act.days * dayMs)
    if (act.do === 'look') await look(model)
    if (act.do === 'pause') {
      model.isPaused = !model.isPaused
      await person.do('POST', `/spinners/${spinnerId}/${model.isPaused ? 'pause' : 'resume'}`)
    }
    if (act.do === 'delete' && record !== undefined) {
      record.isThere = false
      await person.do('DELETE', `${path}/records/${record.id}`)
    }
    if (act.do === 'change' && record !== undefined) {
      record.plan = plans[act.plan] ?? 'paid'
      record.ends = ends[act.ends] ?? null
      const data = { plan: record.plan, ends: record.ends }
      await person.do('PATCH', `${path}/records/${record.id}`, { data })
    }
  }

  async function look(model: EntriesModel): Promise<void> {
    await advance(5_000)
    await world.container.get(StartDueSpinners).execute()
    model.look(world.clock.now().getTime())
  }

  async function startsOf(spinnerId: string): Promise<ReadonlyMap<string, number>> {
    const { rows } = await world.sql.query<{ id: string; starts: number }>(
      `select i.id::text, count(*)::int as starts from jobs j cross join unnest(j.first_explicit_ids) i(id)
        where j.spinner_id = $1 group by 1`,
      [spinnerId],
    )
    return new Map(rows.map(({ id, starts }) => [id, starts]))
  }

  it('start as often as the rules say, whatever happens to the records, the clock and the spinner', async () => {
    await fc.assert(
      fc.asyncProperty(settings, async (choices) => {
        world.clock.set('2026-11-20T12:00:00.000Z')
        person = await signUp(api)
        const model = new EntriesModel(choices)
        const { path, spinnerId } = await prepare(choices, model)
        await person.do('POST', `/spinners/${spinnerId}/publish`, { existingRecords: choices.existing })
        model.publish(choices.existing, world.clock.now().getTime())
        for (const act of choices.acts) await carryOut(act, model, path, spinnerId)
        await look(model)
        const starts = await startsOf(spinnerId)
        expect(model.records.map(({ id }) => starts.get(id) ?? 0)).toEqual(
          model.records.map((record) => record.starts),
        )
      }),
      { numRuns: 25 },
    )
  })
})
