import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { StartDueSpinners } from '../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../support/api.ts'
import { type Person, personWith, signUp } from '../support/data/person.ts'
import { createWorld, type World } from '../support/world.ts'

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

/** A record of the model, with what the rules of docs/use/starts.md say about it. */
interface ModelRecord {
  id: string
  plan: string
  ends: string | null
  isThere: boolean
  isMember: boolean
  isWaiting: boolean
  startedAt: number | null
  starts: number
}

const settings = fc.record({
  again: fc.constantFrom('never' as const, 'eachEntry' as const),
  againAfterDays: fc.constantFrom(undefined, 3),
  existing: fc.constantFrom('include' as const, 'exclude' as const),
  before: fc.array(fc.record({ plan: fc.nat(1), ends: fc.nat(3) }), { maxLength: 3 }),
  acts: fc.array(anAct, { minLength: 4, maxLength: 16 }),
})

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

  it('start as often as the rules say, whatever happens to the records, the clock and the spinner', async () => {
    await fc.assert(
      fc.asyncProperty(settings, async ({ again, againAfterDays, existing, before, acts }) => {
        world.clock.set('2026-11-20T12:00:00.000Z')
        person = await signUp(api)
        const { id: projectId } = await person.do('POST', '/projects', { name: 'Spring' })
        const columns = [{ name: 'email', isMetadata: true }, { name: 'plan' }, { name: 'ends' }]
        const table = await person.do('POST', `/projects/${projectId}/data-tables`, {
          name: 'Leads',
          columns,
        })
        const path = `/data-tables/${table.id}`
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
        const { id: segmentId } = await person.do('POST', `${path}/segments`, { name: 'Trial', where })
        const records: ModelRecord[] = []
        const now = () => world.clock.now().getTime()
        const isMember = (record: ModelRecord) =>
          record.plan === 'trial' && (record.ends === null || Date.parse(record.ends) < now() + 7 * dayMs)
        const add = async (value: { plan: number; ends: number }) => {
          const cells = { plan: plans[value.plan] ?? 'paid', ends: ends[value.ends] ?? null }
          const data = { email: `person${records.length}@a.example`, ...cells }
          const { recordId: id } = await person.do('POST', `${path}/records`, { data })
          const state = { isMember: false, isWaiting: false, startedAt: null, starts: 0 }
          records.push({ id, ...cells, isThere: true, ...state })
        }
        for (const value of before) await add(value)
        const repeats = again === 'eachEntry' && againAfterDays !== undefined ? { againAfterDays } : {}
        const starts = { on: 'segment', segmentId, again, ...repeats, withinSeconds: 5 }
        const body = { name: 'Ways', dataTableId: table.id, contact: 'oncePerRecord', starts }
        const steps = [{ type: 'wait', seconds: 1 }]
        const spinner = await person.do('POST', `/projects/${projectId}/spinners`, { ...body, steps })
        await person.do('POST', `/spinners/${spinner.id}/publish`, { existingRecords: existing })
        for (const record of records) {
          record.isMember = isMember(record)
          record.isWaiting = record.isMember && existing === 'include'
        }
        let isPaused = false
        const look = async () => {
          await advance(5_000)
          await world.container.get(StartDueSpinners).execute()
          for (const record of records) {
            const is = record.isThere && isMember(record)
            if (is && !record.isMember)
              record.isWaiting =
                record.startedAt === null ||
                (again === 'eachEntry' && record.startedAt + (repeats.againAfterDays ?? 0) * dayMs <= now())
            if (!is) record.isWaiting = false
            record.isMember = is
            if (!record.isWaiting || isPaused) continue
            record.isWaiting = false
            record.startedAt = now()
            record.starts++
          }
        }
        const run: { readonly [Name in Act['do']]: (act: Extract<Act, { do: Name }>) => Promise<void> } = {
          add,
          change: async ({ record: number, ...value }) => {
            const record = records[number]
            if (record?.isThere !== true) return
            record.plan = plans[value.plan] ?? 'paid'
            record.ends = ends[value.ends] ?? null
            const data = { plan: record.plan, ends: record.ends }
            await person.do('PATCH', `${path}/records/${record.id}`, { data })
          },
          delete: async ({ record: number }) => {
            const record = records[number]
            if (record?.isThere !== true) return
            record.isThere = false
            await person.do('DELETE', `${path}/records/${record.id}`)
          },
          pause: async () => {
            isPaused = !isPaused
            await person.do('POST', `/spinners/${spinner.id}/${isPaused ? 'pause' : 'resume'}`)
          },
          wait: ({ days }) => advance(days * dayMs),
          look,
        }
        for (const act of acts) await (run[act.do] as (one: Act) => Promise<void>)(act)
        await look()
        const { rows } = await world.sql.query<{ id: string; starts: number }>(
          `select i.id::text, count(*)::int as starts from jobs j cross join unnest(j.first_explicit_ids) i(id)
            where j.spinner_id = $1 group by 1`,
          [spinner.id],
        )
        const counted = new Map(rows.map(({ id, starts: count }) => [id, count]))
        expect(records.map(({ id }) => counted.get(id) ?? 0)).toEqual(records.map((record) => record.starts))
      }),
      { numRuns: 25 },
    )
  })
})
