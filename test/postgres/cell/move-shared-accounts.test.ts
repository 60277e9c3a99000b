import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { movesOf } from '../../../src/operation/cells/move-organization.ts'
import { Mailer } from '../../../src/ports/account/mailer.ts'
import { type Api, createApi } from '../../support/api.ts'
import { CapturingMailer } from '../../support/data/capturing-mailer.ts'
import { type Person, personWith, signUp } from '../../support/data/person.ts'
import { turnOnSecondFactor } from '../../support/data/sign-in/second-factor.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a person in two organizations, one of which moves to another cell', () => {
  const mailer = new CapturingMailer()
  let [here, there]: World[] = []
  let [near, far]: Api[] = []
  let ada: Person
  let secondId: string

  const world = (which: 'here' | 'there') => (which === 'here' ? here : there) as World
  const api = (which: 'here' | 'there') => (which === 'here' ? near : far) as Api
  const other = { here: 'there', there: 'here' } as const
  const move = (organizationId: string, from: 'here' | 'there' = 'here') =>
    movesOf(world(from).container).execute({
      organizationId,
      to: world(other[from]).databaseUrl,
      cell: 'eu1',
      from: null,
      url: null,
      refusedSeconds: 10,
      drainSeconds: 5,
      by: operator,
      tell: () => {},
      tellProxy: async () => {},
    })
  const signInWithPassword = async (which: 'here' | 'there', organizationId?: string) => {
    const { email, password } = ada
    const json = { email, password, ...(organizationId === undefined ? {} : { organizationId }) }
    return api(which).ask('/api/v1/auth/sign-in', { method: 'POST', json })
  }
  const organizationsOf = async (which: 'here' | 'there'): Promise<string[]> => {
    const { status, body } = await signInWithPassword(which)
    if (status !== 200) return []
    const person = personWith(api(which), body['token'] as string, ada.email, ada.password, body)
    return (await person.do('GET', '/profile')).organizations.map(({ name }: { name: string }) => name)
  }
  const accounts = async (which: 'here' | 'there') =>
    (await world(which).sql.query('select id, email from accounts where email like $1', [`%${ada.email}`]))
      .rows

  beforeAll(async () => {
    const binding = provideValue(Mailer, mailer)
    ;[here, there] = [await createWorld([binding]), await createWorld()]
    ;[near, far] = [await createApi(world('here')), await createApi(world('there'))]
    const { rows } = await world('here').sql.query('select to_jsonb(p) as plan from plans p')
    for (const { plan } of rows)
      await world('there').sql.query(
        'insert into plans select (jsonb_populate_record(null::plans, $1)).* on conflict do nothing',
        [JSON.stringify(plan)],
      )
  })
  beforeEach(async () => {
    ada = await signUp(api('here'))
    const token = /#(cnf_\w+)/.exec(mailer.mails.at(-1)?.text ?? '')?.[1]
    if (token !== undefined) await ada.do('POST', '/auth/confirmation/confirm', { token })
    await world('here').sql.query('update accounts set address_confirmed_at = now() where email = $1', [
      ada.email,
    ])
    secondId = (await ada.do('POST', '/organizations', { name: 'Looms' })).id
  })
  afterAll(async () => {
    await near?.close()
    await far?.close()
    await here?.close()
    await there?.close()
  })

  it('has an account in each cell, and one organization in each', async () => {
    expect(await move(secondId)).toMatchObject({ refusedMs: expect.any(Number) })
    expect(await organizationsOf('here')).toEqual(['Analytical Engines'])
    expect(await organizationsOf('there')).toEqual(['Looms'])
    expect(await accounts('there')).toEqual(await accounts('here'))
    expect((await signInWithPassword('here', secondId)).status).toBe(401)
  })

  it('joins the account of the other cell with the second organization, and back again', async () => {
    await move(secondId)
    expect(await move(ada.organizationId)).toMatchObject({ refusedMs: expect.any(Number) })
    expect(await organizationsOf('there')).toEqual(['Analytical Engines', 'Looms'])
    expect(await accounts('here')).toEqual([])
    expect(await accounts('there')).toHaveLength(1)
    expect(await move(secondId, 'there')).toMatchObject({ refusedMs: expect.any(Number) })
    expect(await organizationsOf('here')).toEqual(['Looms'])
    expect(await organizationsOf('there')).toEqual(['Analytical Engines'])
  })

  it('stays if the address was changed in one cell', async () => {
    await move(secondId)
    await world('there').sql.query("update accounts set email = 'new-' || email where email = $1", [
      ada.email,
    ])
    expect(await move(ada.organizationId)).toContain('also has an account in the other cell')
    expect(await organizationsOf('here')).toEqual(['Analytical Engines'])
  })

  it('stays if the address of the other cell belongs to another account', async () => {
    const { email, password } = ada
    const json = { email, password, name: 'Eve', organizationName: 'Theirs' }
    await api('there').ask('/api/v1/auth/sign-up', { method: 'POST', json })
    expect(await move(secondId)).toContain('also has an account in the other cell')
    expect(await organizationsOf('there')).toEqual(['Theirs'])
    expect(await organizationsOf('here')).toEqual(['Analytical Engines', 'Looms'])
  })

  it('stays if a second factor protects the account in this cell only', async () => {
    await move(secondId)
    await turnOnSecondFactor(ada, world('here').clock)
    expect(await move(ada.organizationId)).toContain('two-factor sign-in')
  })

  it('stays if a passkey protects the account in this cell only', async () => {
    await move(secondId)
    const [account] = await accounts('here')
    await world('here').sql.query(
      `insert into passkeys (id, account_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
       values (gen_random_uuid(), $1, $2, 'x', 0, '{}', 'localhost', 'Laptop', now())`,
      [account?.id, `credential of ${ada.email}`],
    )
    expect(await move(ada.organizationId)).toContain('two-factor sign-in')
  })

  it('has the second factor in both cells', async () => {
    await turnOnSecondFactor(ada, world('here').clock)
    await move(secondId)
    const factors = async (which: 'here' | 'there') => {
      const [account] = await accounts(which)
      const found = await world(which).sql.query('select from second_factors where account_id = $1', [
        account?.id,
      ])
      return found.rows.length
    }
    expect([await factors('here'), await factors('there')]).toEqual([1, 1])
  })
})
