import { type Binding, provideAs } from '../../../../src/composition/provide.ts'
import type { Requester } from '../../../../src/domain/account/requester.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'

/** A planted fault: the revision that the editor saw is ignored. */
class LastEditWins extends Spinners {
  override change(requester: Requester, edit: Parameters<Spinners['change']>[1]): Promise<void> {
    return super.change(requester, { ...edit, revision: null })
  }
}

/** The binding of a planted fault by which one editor overwrites the edit of another. */
export const lastEditWins: readonly Binding[] = [provideAs(Spinners, LastEditWins, UnitOfWork, Clock, Ids)]
