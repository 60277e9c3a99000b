import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Slices } from '../../../src/ports/job/slices.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the people of an organization that is closed for its move to another cell', () => {
  let world: World
  let api: Api
  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })

  /** Signs up a person, and closes the person's organization as a move does before the switch. */
  async function closed(): Promise<Person> {
    const person = await signUp(api)
    await world.sql.query(
      `insert into organization_departures (organization_id, move_id, status, cell, until)
       values ($1, gen_random_uuid(), 'draining', 'us2', now() + interval '1 minute')`,
      [person.organizationId],
    )
    await world.sql.query(
      'select close_organization($1, move_id, 60) from organization_departures where organization_id = $1',
      [person.organizationId],
    )
    return person
  }

  it('keep their addresses, which nobody else can sign up with, and sign in again if the move is given up', async () => {
    const { email, password, organizationId } = await closed()
    const json = { email, password, name: 'Ada', organizationName: 'Another' }
    const { status, body } = await api.ask('/api/v1/auth/sign-up', { method: 'POST', json })
    expect([status, body['message']]).toEqual([409, 'This e-mail address already has an account'])
    await world.sql.query('select open_organization(p_organization => $1)', [organizationId])
    const signIn = { method: 'POST', json: { email, password } }
    expect((await api.ask('/api/v1/auth/sign-in', signIn)).status).toBe(200)
  })

  it('do not keep the work of other organizations from being found if one of them lost the address', async () => {
    const { email, organizationId } = await closed()
    const other = await createTenant(world)
    await other.ingest([{ name: 'Ada', phone: null, account_id: null, email: 'ada@example.com' }])
    const order = { caller: other.key, spinnerId: other.spinnerId, idempotency: null }
    await world.container.get(TriggerSpinner).execute(order)
    await world.sql.query(
      `insert into accounts (id, email, password_hash, created_at) values (gen_random_uuid(), $1, '', now())`,
      [email],
    )
    await world.sql.query(
      `update organization_departures set until = now() - interval '1 second' where organization_id = $1`,
      [organizationId],
    )
    await world.sql.query(`delete from organization_departures where organization_id <> $1`, [organizationId])
    expect(await world.container.get(Slices).due(null, 10)).toEqual([other.organizationId])
    const { rows } = await world.sql.query('select organization_id as id from organization_departures')
    expect(rows).toEqual([{ id: organizationId }])
  })
})
