import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('keeps the rule of spinners and versions that were stored without a scope of replies', async () => {
  const { organizationId, spinnerId } = world.demo
  const former = 'audience, contact, is_exclusive, exits, starts, trigger_data, steps'
  await world.sql.query(
    `insert into stored_spinners (id, organization_id, project_id, data_table_id, name, published_version, created_at, revision, latest_version, ${former})
     select gen_random_uuid(), organization_id, project_id, data_table_id, 'Former', 1, created_at, 1, 1, ${former}
       from stored_spinners where id = $1`,
    [spinnerId],
  )
  const { rows } = await world.sql.query("select id from stored_spinners where name = 'Former'")
  await world.sql.query(
    `insert into spinner_versions (spinner_id, version, metadata_columns, steps_before_messages, wait_seconds_after_steps, is_plain, ${former})
     select $2, version, metadata_columns, steps_before_messages, wait_seconds_after_steps, is_plain, ${former}
       from spinner_versions where spinner_id = $1`,
    [spinnerId, rows[0].id],
  )
  const spinners = world.container.get(SpinnerStore)
  expect((await spinners.find(organizationId, rows[0].id))?.reply).toEqual({ scope: 'job' })
  expect((await spinners.version(organizationId, rows[0].id, 1))?.reply).toEqual({ scope: 'job' })
})
