import { type Binding, provideAs } from '../../../../src/composition/provide.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { ChangeRole } from '../../../../src/use-cases/account/team/change-role.ts'
import { RemoveMember } from '../../../../src/use-cases/account/team/remove-member.ts'

/** A planted fault: a removal is answered and not stored. */
class ForgottenRemoval extends RemoveMember {
  override async execute(): Promise<void> {}
}

/** The binding of a planted fault by which a removed member continues to act. */
export const forgottenRemoval: readonly Binding[] = [
  provideAs(RemoveMember, ForgottenRemoval, UnitOfWork, Clock),
]

/** A planted fault: a change of a role is answered and not stored. */
class ForgottenRole extends ChangeRole {
  override async execute(): Promise<void> {}
}

/** The binding of a planted fault by which a member keeps a former role. */
export const forgottenRole: readonly Binding[] = [provideAs(ChangeRole, ForgottenRole, UnitOfWork, Clock)]
