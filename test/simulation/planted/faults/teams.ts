import { type Binding, provideAs } from '../../../../src/composition/provide.ts'
import { AccountStore, type Member } from '../../../../src/ports/account/accounts.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { Members } from '../../../../src/use-cases/account/team/members.ts'

/** A planted fault: a removal is answered and not stored. */
class ForgottenRemoval extends Members {
  override async remove(): Promise<void> {}
}

/** The binding of a planted fault by which a removed member continues to act. */
export const forgottenRemoval: readonly Binding[] = [
  provideAs(Members, ForgottenRemoval, AccountStore, UnitOfWork, Clock),
]

/** A planted fault: a change of a role is answered and not stored. */
class ForgottenRole extends Members {
  override async changeRole(...[change]: Parameters<Members['changeRole']>): Promise<Member> {
    return {
      ...change.signedIn.user,
      id: change.userId,
      role: change.role,
      lastSeenAt: null,
      hasSecondFactor: false,
    }
  }
}

/** The binding of a planted fault by which a member keeps a former role. */
export const forgottenRole: readonly Binding[] = [
  provideAs(Members, ForgottenRole, AccountStore, UnitOfWork, Clock),
]
