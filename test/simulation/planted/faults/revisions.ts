import { type Binding, provideAs } from '../../../../src/composition/provide.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { Crons } from '../../../../src/ports/spinner/crons.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { ChangeSpinner, type ChangeSpinnerCommand } from '../../../../src/use-cases/spinner/change-spinner.ts'

/** A planted fault: the revision that the editor saw is ignored. */
class LastEditWins extends ChangeSpinner {
  override execute(command: ChangeSpinnerCommand): Promise<void> {
    return super.execute({ ...command, revision: null })
  }
}

/** The binding of a planted fault by which one editor overwrites the edit of another. */
export const lastEditWins: readonly Binding[] = [
  provideAs(ChangeSpinner, LastEditWins, UnitOfWork, Crons, Clock),
]
