import { noPassword } from '../../../../src/domain/account/account.ts'
import type { Role } from '../../../../src/domain/account/role.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import type { Admission, KnownMember } from '../../model/organization/known-team.ts'
import type { EdgeReply } from '../../run/edge.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { tokenOf } from '../request/management.ts'

const roles = ['viewer', 'editor', 'admin', 'owner'] as const

/** Requests that change nothing, with the least role that each of them needs. */
const requests = [
  { least: 'viewer', method: 'GET', path: '/members', body: '' },
  { least: 'editor', method: 'PATCH', path: '/data-tables/00000000-0000-7000-8000-000000000000', body: '{}' },
  { least: 'admin', method: 'GET', path: '/invitations', body: '' },
] as const

/** The milliseconds after which a person signs in again. */
const sessionMs = 3_600_000

/** Adds members to a team, changes their roles, removes them, and lets them act in the sessions that they have. */
export const workInATeam = operation({
  name: 'work in a team',
  weight: 4,
  draw: (random) => ({
    what: random.pick(['add', 'role', 'role', 'remove', 'act', 'act', 'act', 'act']),
    member: random.below(3),
    /** The number of the person who acts; a number without a member stands for the owner. */
    actor: random.below(4),
    role: random.below(roles.length),
    request: random.below(requests.length),
  }),
  run: async (simulation, { what, member: nth, actor: acting, role: number, request }) => {
    const { team } = simulation.model
    const role = roles[number] ?? 'viewer'
    if (team.members.length === 0 || (what === 'add' && team.members.length < 3)) await add(simulation, role)
    const member = named(team.members, nth)
    if (member === null) return
    const actor = team.members[acting] ?? null
    if (what === 'role') await changeRole(simulation, actor, member, role)
    if (what === 'remove') await remove(simulation, actor, member)
    await act(simulation, member, requests[request] ?? requests[0])
  },
})

/** Adds a member who signs in without a password, as the owner of a demo does. */
async function add(simulation: Simulation, role: Role): Promise<void> {
  const { model, demo, clock } = simulation
  const { organizationId } = demo
  const name = model.shared.nextName('member')
  const ended = await simulation.call(`add ${name} as ${role}`, async (api) => {
    const [userId, accountId] = [api.get(Ids).next(), api.get(Ids).next()]
    const createdAt = clock.now()
    const email = `${name.replace(' ', '')}@team.example.net`
    const account = { id: accountId, email, passwordHash: noPassword, addressConfirmedAt: null, createdAt }
    await api.get(UnitOfWork).run(async (tx) => {
      await tx.accounts.add(account)
      await tx.accounts.addUser({ id: userId, organizationId, accountId, email, name, role, createdAt })
    })
    return userId
  })
  if (ended.kind !== 'answered') return
  const token = await tokenOf(simulation, ended.value, name)
  if (token !== null) model.team.add({ userId: ended.value, name, token, signedInAt: clock.now() }, role)
}

async function changeRole(
  simulation: Simulation,
  actor: KnownMember | null,
  member: KnownMember,
  role: Role,
): Promise<void> {
  const words = `${actor?.name ?? 'the owner'} makes ${member.name} ${role}`
  const [acting, before] = [roleOf(actor), roleOf(member)]
  const isAllowed = acting !== null && (before === null || manages(acting, before)) && manages(acting, role)
  const order = { method: 'PATCH', path: `/members/${member.userId}`, body: JSON.stringify({ role }) }
  const expected = expectedOf(simulation, acting, isAllowed)
  await member.role.set(role, () => ask(simulation, actor, { words, ...order }, expected))
}

async function remove(simulation: Simulation, actor: KnownMember | null, member: KnownMember): Promise<void> {
  // The service answers with a conflict if people remove themselves, whatever their role.
  if (actor === member) return
  const words = `${actor?.name ?? 'the owner'} removes ${member.name}`
  const [acting, before] = [roleOf(actor), roleOf(member)]
  const isAllowed =
    acting !== null && isAtLeast(acting, 'admin') && (before === null || manages(acting, before))
  const order = { method: 'DELETE', path: `/members/${member.userId}`, body: '' }
  const expected = expectedOf(simulation, acting, isAllowed)
  await member.role.set(null, () => ask(simulation, actor, { words, ...order }, expected))
}

async function act(
  simulation: Simulation,
  member: KnownMember,
  { least, method, path, body }: (typeof requests)[number],
): Promise<void> {
  const acting = roleOf(member)
  const order = {
    words: `${member.name} asks for ${method} ${path.slice(0, 14)}`,
    method,
    path,
    body,
  }
  const isAllowed = acting !== null && isAtLeast(acting, least)
  await ask(simulation, member, order, expectedOf(simulation, acting, isAllowed))
}

interface Order {
  readonly words: string
  readonly method: string
  readonly path: string
  readonly body: string
}

/** Returns the answer that a role demands; null if another operation runs at once, or a role is not certain. */
function expectedOf({ model, gates }: Simulation, acting: Role | null, isAllowed: boolean): Admission | null {
  if (gates.areShared || model.team.members.some(({ role }) => role.possible().length > 1)) return null
  if (acting === null) return 'nobody'
  return isAllowed ? 'admitted' : 'refused'
}

/** Sends a request as a person, and notes its answer if the expected one is known. */
async function ask(
  simulation: Simulation,
  actor: KnownMember | null,
  { words, method, path, body }: Order,
  expected: Admission | null,
): Promise<{ readonly kind: 'answered' | 'refused' | 'crashed' }> {
  const { team } = simulation.model
  const token = await presentToken(simulation, actor)
  if (token === null) return { kind: 'refused' }
  const ended = await simulation.ask(words, {
    method,
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    isManagement: true,
  })
  const answer = answerIn(ended)
  if (answer !== null && expected !== null) team.actions.push({ words, expected, answer })
  if (ended.kind !== 'answered') return { kind: 'crashed' }
  return { kind: ended.value.status < 300 ? 'answered' : 'refused' }
}

function answerIn(ended: Ended<EdgeReply>): Admission | null {
  if (ended.kind !== 'answered' || ended.value.status === 429) return null
  if (ended.value.status === 401) return 'nobody'
  return ended.value.status === 403 ? 'refused' : 'admitted'
}

/** Returns the role of a person; null after a removal. */
function roleOf(member: KnownMember | null): Role | null {
  return member === null ? 'owner' : (member.role.possible()[0] ?? null)
}

function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/** Returns whether a person with a role may give another role or take it away. */
function manages(role: Role, other: Role): boolean {
  return role === 'owner' || (role === 'admin' && !isAtLeast(other, 'admin'))
}

/** Returns the token of a person's session, after another sign-in if the session is an hour old. */
async function presentToken(simulation: Simulation, member: KnownMember | null): Promise<string | null> {
  const { clock, demo } = simulation
  if (member === null) return await tokenOf(simulation, demo.userId, 'the owner')
  const ageMs = clock.now().getTime() - member.signedInAt.getTime()
  if (ageMs >= 0 && ageMs < sessionMs) return member.token
  const token = await tokenOf(simulation, member.userId, member.name)
  if (token === null) return null
  member.token = token
  member.signedInAt = clock.now()
  return token
}
