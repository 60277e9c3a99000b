import type { Role } from '../../../../src/domain/account/role.ts'
import type { Moments } from '../moments.ts'
import { Register } from '../register.ts'

/** A person of a team besides its owner. */
export interface KnownMember {
  readonly userId: string
  /** The name of the person in the story, such as "member 2". */
  readonly name: string
  /** The role of the person; null after the removal. */
  readonly role: Register<Role | null>
  /** The token of the person's session, and the time of its sign-in. */
  token: string
  signedInAt: Date
}

/** The answer to a person: admitted, refused because of the role, or taken for nobody. */
export type Admission = 'admitted' | 'refused' | 'nobody'

/** An action of a person with the answer that the role demands, and the answer that it got. */
export interface TeamAction {
  readonly words: string
  readonly expected: Admission
  readonly answer: Admission
}

/** The team of an organization, and what its people did since the last check of the promises. */
export class KnownTeam {
  readonly members: KnownMember[] = []
  readonly actions: TeamAction[] = []
  readonly #moments: Moments

  constructor(moments: Moments) {
    this.#moments = moments
  }

  add(member: Omit<KnownMember, 'role'>, role: Role): void {
    this.members.push({ ...member, role: new Register<Role | null>(this.#moments, role) })
  }

  /** Notes the restore of a backup, which ends all sessions. */
  restored(): void {
    for (const member of this.members) member.signedInAt = new Date(0)
  }

  settle(): void {
    for (const { role } of this.members) role.settle()
  }
}
