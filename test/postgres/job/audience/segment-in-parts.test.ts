import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Database } from '../../../../src/adapters/postgres/database.ts'
import { PostgresSlices } from '../../../../src/adapters/postgres/job/slices.ts'
import { provideMade } from '../../../../src/composition/provide.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { PersonDigests } from '../../../../src/ports/contact/contact-rules.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { Sealing } from '../../../../src/ports/sealing.ts'
import { type Api, createApi } from '../../../support/api.ts'
import { signUp } from '../../../support/data/person.ts'
import { createDemoWorld, type World } from '../../../support/world.ts'

const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]

let world: World
let api: Api
beforeAll(async () => {
  const inParts = (...of: [Database, Clock, Sealing, PersonDigests]) => new PostgresSlices(...of, 2)
  world = await createDemoWorld([provideMade(Slices, inParts, Database, Clock, Sealing, PersonDigests)])
  api = await createApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})

it.each([
  { at: 'the end', plans: ['paid', 'paid', 'trial', 'paid', 'trial'] },
  { at: 'the beginning', plans: ['trial', 'trial', 'trial', 'paid', 'paid', 'paid', 'paid'] },
  { at: 'no place', plans: ['paid', 'paid', 'paid', 'paid', 'paid'] },
])(
  'completes a job over a segment that is taken in parts, with records at $at of the table',
  async ({ plans }) => {
    const person = await signUp(api)
    const projectId = (await person.do('POST', '/projects', { name: 'Spring' })).id
    const columns = [{ name: 'email', isMetadata: true }, { name: 'plan' }]
    const table = await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads', columns })
    const where = { column: 'plan', operator: 'equals', value: 'trial' }
    const segment = await person.do('POST', `/data-tables/${table.id}/segments`, { name: 'Trial', where })
    const csv = ['email,plan', ...plans.map((plan, no) => `p${no}@a.example,${plan}`)].join('\n')
    await person.import(table.id, csv)
    const body = { name: 'Ways', dataTableId: table.id, contact: 'oncePerRecord', steps }
    const spinner = await person.do('POST', `/projects/${projectId}/spinners`, body)
    await person.do('POST', `/spinners/${spinner.id}/publish`, {})
    const { jobId } = await person.do('POST', `/spinners/${spinner.id}/jobs`, { segmentId: segment.id })
    await world.drain()
    const total = plans.filter((plan) => plan === 'trial').length
    const expectDone = async (id: string, done: number) =>
      expect(await person.do('GET', `/jobs/${id}`)).toMatchObject({
        status: 'completed',
        counts: { total: done, done },
      })
    await expectDone(jobId, total)

    expect(await namedRecords(spinner.id)).toEqual({ all: total, located: total })
    const rest = await person.do('POST', `/spinners/${spinner.id}/jobs`)
    await world.drain()
    await expectDone(rest.jobId, plans.length - total)
    const again = await person.do('POST', `/spinners/${spinner.id}/jobs`, { segmentId: segment.id })
    await world.drain()
    await expectDone(again.jobId, total)
    await sql('delete from explicit_records where spinner_id = $1', [spinner.id])
    await person.do('POST', `/spinners/${spinner.id}/jobs`, { segmentId: segment.id })
    await world.drain()
    // No job may return a record that was taken before, so that none must be told from the new ones.
    expect(await namedRecords(spinner.id)).toEqual({ all: 0, located: 0 })
  },
)

async function sql(text: string, values: readonly unknown[]) {
  return (await world.sql.query(text, [...values])).rows
}

/** Returns how many records of triggers a spinner has stored, and how many of them with their place in the ledger. */
async function namedRecords(spinnerId: string): Promise<unknown> {
  const [counts] = await sql(
    'select count(*)::int as all, count(seq)::int as located from explicit_records where spinner_id = $1',
    [spinnerId],
  )
  return counts
}
