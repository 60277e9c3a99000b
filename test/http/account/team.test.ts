import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import type { Role } from '../../../src/domain/account/role.ts'
import { Mailer } from '../../../src/ports/account/mailer.ts'
import { type Api, createApi, type Reply, statuses } from '../../support/api.ts'
import { CapturingMailer } from '../../support/data/capturing-mailer.ts'
import { addMember, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

/** A test double: `NoMailer` behaves like the mailer of a deployment without SMTP_URL, which sends no mail. */
class NoMailer extends CapturingMailer {
  override readonly delivers = false
}

const password = 'correct horse battery staple'

describe('a team', () => {
  let world: World
  let api: Api
  let mailer: CapturingMailer
  let owner: Person

  beforeAll(async () => {
    mailer = new CapturingMailer()
    world = await createWorld([provideValue(Mailer, mailer)])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
    mailer.mails.length = 0
  })

  const member = (role: Role) => addMember(api, world.container, owner.organizationId, role)
  const idOf = async ({ email }: Person): Promise<string> =>
    (await owner.do('GET', '/members')).items.find((one: { email: string }) => one.email === email).id
  const join = (email: string, invitation: string): Promise<Reply> =>
    api.ask('/api/v1/auth/sign-up', { method: 'POST', json: { email, password, name: 'Grace', invitation } })
  const mailed = (): string => /#(inv_\w+)/.exec(mailer.mails.at(-1)?.text ?? '')?.[1] ?? ''
  const withoutRequestId = ({ status, body }: Reply) => ({ status, ...body, requestId: '' })

  it('is joined by the mailed link, in the role of the invitation, once', async () => {
    const invited = await owner.do('POST', '/invitations', { email: ' Grace@Example.com', role: 'viewer' })
    expect(invited).toMatchObject({ email: 'grace@example.com', role: 'viewer', url: null })
    expect(mailer.mails).toEqual([expect.objectContaining({ to: 'grace@example.com' })])
    expect((await owner.do('GET', '/invitations')).items).toHaveLength(1)
    const secret = mailed()
    const { status, body } = await join('grace@example.com', secret)
    expect([status, body['user']]).toEqual([201, expect.objectContaining({ role: 'viewer' })])
    expect(body['organization']).toMatchObject({ id: owner.organizationId })
    expect((await owner.do('GET', '/invitations')).items).toEqual([])
    expect((await owner.do('GET', '/members')).items).toMatchObject([
      { email: owner.email, role: 'owner' },
      { email: 'grace@example.com', role: 'viewer', lastSeenAt: expect.any(String) },
    ])
    const [used, unknown] = [await join('x@example.com', secret), await join('x@example.com', `${secret}x`)]
    expect(withoutRequestId(used)).toEqual(withoutRequestId(unknown))
  })

  it('has links that end: with the next link, when withdrawn, and after seven days', async () => {
    const email = `grace${owner.organizationId}@example.com`
    const { id } = await owner.do('POST', '/invitations', { email, role: 'editor' })
    const first = mailed()
    await owner.do('POST', `/invitations/${id}/resend`)
    const second = mailed()
    expect((await join(email, first)).status).toBe(400)
    const again = await owner.do('POST', '/invitations', { email, role: 'viewer' })
    expect((await join(email, second)).status).toBe(400)
    expect((await owner.do('GET', '/invitations')).items).toMatchObject([{ id: again.id, role: 'viewer' }])
    await owner.do('DELETE', `/invitations/${again.id}`)
    expect((await join(email, mailed())).status).toBe(400)
    expect((await owner.ask('POST', `/invitations/${again.id}/resend`)).status).toBe(404)
  })

  it('has invitations that end with the role of the person who sent them', async () => {
    const [second, third] = [await member('owner'), await member('admin')]
    const [secondId, thirdId] = [await idOf(second), await idOf(third)]
    const invite = async (by: Person, email: string, role: Role) => {
      await by.do('POST', '/invitations', { email, role })
      return mailed()
    }
    const asOwner = await invite(second, `owner${owner.organizationId}@example.com`, 'owner')
    const asEditor = await invite(second, `editor${owner.organizationId}@example.com`, 'editor')
    const asViewer = await invite(third, `viewer${owner.organizationId}@example.com`, 'viewer')
    const existing = await signUp(api)
    const forExisting = await invite(second, existing.email, 'admin')
    const listed = async (start: string) =>
      (await owner.do('GET', '/invitations')).items.find(({ email }: { email: string }) =>
        email.startsWith(start),
      )
    expect(await listed('owner')).toMatchObject({ endedBecause: null })

    const changed = await owner.do('PATCH', `/members/${secondId}`, { role: 'admin' })
    expect(changed).toMatchObject({ id: secondId, role: 'admin' })
    expect(await listed('owner')).toMatchObject({ endedBecause: 'inviterDemoted' })
    expect(await listed('editor')).toMatchObject({ endedBecause: null })
    const refused = await join(`owner${owner.organizationId}@example.com`, asOwner)
    expect(withoutRequestId(refused)).toMatchObject({
      status: 400,
      message: expect.stringContaining('may no longer invite'),
    })
    const accepted = await existing.ask('POST', '/auth/invitations/accept', { invitation: forExisting })
    expect(withoutRequestId(accepted)).toMatchObject({
      status: 400,
      message: expect.stringContaining('may no longer invite'),
    })
    // The refusals did not use the invitations up, so another owner can send them again.
    const { id } = await listed('owner')
    expect(await owner.do('POST', `/invitations/${id}/resend`)).toMatchObject({ endedBecause: null })
    expect((await join(`owner${owner.organizationId}@example.com`, mailed())).status).toBe(201)

    await owner.do('DELETE', `/members/${secondId}`)
    await third.do('POST', '/profile/leave', { email: third.email })
    for (const [start, link] of [
      ['editor', asEditor],
      ['viewer', asViewer],
    ] as const) {
      expect(await listed(start)).toMatchObject({ endedBecause: 'inviterLeft' })
      const late = await join(`${start}${owner.organizationId}@example.com`, link)
      expect(withoutRequestId(late)).toMatchObject({
        status: 400,
        message: expect.stringContaining('no longer a member'),
      })
    }
    expect((await owner.do('GET', '/members')).items.map(({ id: one }: { id: string }) => one)).not.toContain(
      thirdId,
    )
  })

  it('cannot invite a person who is a member already', async () => {
    const { status, body } = await owner.ask('POST', '/invitations', { email: owner.email, role: 'editor' })
    expect([status, body['code']]).toEqual([409, 'CONFLICT'])
  })

  it('has admins who manage the roles below admin, and no others', async () => {
    const [admin, editor] = [await member('admin'), await member('editor')]
    const [ownerId, adminId, editorId] = [await idOf(owner), await idOf(admin), await idOf(editor)]
    const requested: [string, string, object?][] = [
      ['PATCH', `/members/${ownerId}`, { role: 'viewer' }],
      ['PATCH', `/members/${adminId}`, { role: 'owner' }],
      ['PATCH', `/members/${editorId}`, { role: 'admin' }],
      ['DELETE', `/members/${ownerId}`],
      ['POST', '/invitations', { email: 'a@example.com', role: 'admin' }],
    ]
    for (const [method, path, json] of requested)
      expect([method, path, (await admin.ask(method, path, json)).status]).toEqual([method, path, 403])
    await admin.do('PATCH', `/members/${editorId}`, { role: 'viewer' })
    await admin.do('POST', '/invitations', { email: 'a@example.com', role: 'editor' })
    expect((await editor.do('GET', '/auth/session')).user.role).toBe('viewer')
    await admin.do('DELETE', `/members/${editorId}`)
    expect((await owner.do('GET', '/members')).items).toHaveLength(2)
  })

  it('prevents an admin from ending an owner’s invitation by inviting the same address', async () => {
    const admin = await member('admin')
    const email = `kept${owner.organizationId}@example.com`
    await owner.do('POST', '/invitations', { email, role: 'admin' })
    const secret = mailed()
    const { status, body } = await admin.ask('POST', '/invitations', { email, role: 'viewer' })
    expect([status, body['code']]).toEqual([403, 'FORBIDDEN'])
    const { items } = await owner.do('GET', '/invitations')
    expect(items).toMatchObject([{ email, role: 'admin' }])
    expect((await admin.ask('DELETE', `/invitations/${items[0].id}`)).status).toBe(403)
    expect((await join(email, secret)).body['user']).toMatchObject({ role: 'admin' })
  })

  it('ends the sessions of a removed member, whose address may be invited again', async () => {
    const editor = await member('editor')
    await owner.do('DELETE', `/members/${await idOf(editor)}`)
    expect((await editor.ask('GET', '/auth/session')).status).toBe(401)
    await owner.do('POST', '/invitations', { email: editor.email, role: 'viewer' })
    expect((await join(editor.email, mailed())).status).toBe(201)
  })

  it('never loses its last owner, also when two owners leave at once', async () => {
    const id = await idOf(owner)
    for (const role of ['admin', 'viewer']) {
      const { status, body } = await owner.ask('PATCH', `/members/${id}`, { role })
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    }
    const second = await member('owner')
    const secondId = await idOf(second)
    const replies = await Promise.all([
      owner.ask('PATCH', `/members/${id}`, { role: 'editor' }),
      second.ask('PATCH', `/members/${secondId}`, { role: 'editor' }),
    ])
    expect(statuses(replies)).toEqual([200, 409])
    const { items } = await owner.do('GET', '/members')
    expect(items.filter(({ role }: { role: Role }) => role === 'owner')).toHaveLength(1)
    const both = await member('owner')
      .then(() => 0)
      .catch(() => 1)
    expect(both).toBe(0)
  })

  it('does not allow two owners to remove each other', async () => {
    const second = await member('owner')
    const [id, secondId] = [await idOf(owner), await idOf(second)]
    const replies = await Promise.all([
      owner.ask('DELETE', `/members/${secondId}`),
      second.ask('DELETE', `/members/${id}`),
    ])
    expect(statuses(replies).filter((status) => status === 204)).toHaveLength(1)
  })

  it('shows an editor the webhook URLs, and a viewer none', async () => {
    const project = await owner.do('POST', '/projects', { name: 'Spring' })
    const table = await owner.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
    const [viewer, editor] = [await member('viewer'), await member('editor')]
    for (const path of [`/data-tables/${table.id}`, '/data-tables', `/projects/${project.id}/data-tables`]) {
      expect(JSON.stringify(await viewer.do('GET', path))).not.toContain('tbl_')
      expect(JSON.stringify(await editor.do('GET', path))).toContain('tbl_')
    }
  })

  it('shows the link to the inviter if the service sends no mail', async () => {
    const quiet = await createWorld([provideValue(Mailer, new NoMailer())])
    const edge = await createApi(quiet)
    try {
      const ada = await signUp(edge)
      const { url } = await ada.do('POST', '/invitations', { email: 'g@example.com', role: 'editor' })
      expect(url).toMatch(/\/join#inv_\w+$/)
      const invitation = url.split('#')[1]
      const json = { email: 'g@example.com', password, name: 'Grace', invitation }
      expect((await edge.ask('/api/v1/auth/sign-up', { method: 'POST', json })).status).toBe(201)
    } finally {
      await edge.close()
      await quiet.close()
    }
  })
})
