import { describe, expect, it } from '@jest/globals'
import { isAllowed, isAtLeast, mayManage, roles } from '../../../src/domain/account/role.ts'

describe('roles', () => {
  it('are ordered: each includes the permissions of the lower ones', () => {
    for (const [no, role] of roles.entries())
      expect(roles.filter((least) => isAtLeast(role, least))).toEqual(roles.slice(0, no + 1))
  })

  it('hide ingest tokens from viewers, and reserve senders to admins and the plan to owners', () => {
    const table = (['seeIngestTokens', 'connectSenders', 'choosePlan'] as const).map((action) =>
      roles.filter((role) => isAllowed(role, action)),
    )
    expect(table).toEqual([['editor', 'admin', 'owner'], ['admin', 'owner'], ['owner']])
  })

  it('permit admins to manage the roles below admin, and owners to manage all', () => {
    const managed = roles.map((actor) => roles.filter((touched) => mayManage(actor, touched)))
    expect(managed).toEqual([[], [], ['viewer', 'editor'], [...roles]])
  })
})
