import type { Container } from 'inversify'
import { Database } from '../../adapters/postgres/database.ts'
import type { Actor } from '../../domain/account/audit/actor.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { type MovedCallers, type MoveOrder, type MoveState, type UndoneMove } from './move-order.ts'
import { OrganizationMove } from './organization-move.ts'

export interface MoveOrganizationCommand extends MoveOrder {
  readonly by: Actor
  /** Prints a line about the progress of the move, for the operator. */
  readonly tell: (line: string) => void
  /**
   * Tells the proxy in front of the cells (deployments) which credentials belong to the moved organization,
   * as soon as the other cell has it. The proxy then sends their requests there.
   */
  readonly tellProxy: (callers: MovedCallers) => Promise<void>
}

export interface Moved {
  /**
   * The time in milliseconds during which requests of the organization were refused; null if an interrupted
   * move was completed.
   */
  readonly refusedMs: number | null
  readonly cleared: number
}

/**
 * A number of rows. No further copying pass follows a pass that copies at most this many rows. Then the
 * runtimes stop, one more pass is made, and requests of the organization are refused.
 */
const few = 5_000
const maxPasses = 5

/**
 * Moves an organization to another cell (deployment behind the same proxy), or completes a move that was
 * interrupted after the other cell got the organization.
 */
export class MoveOrganization {
  readonly #databaseUrl: string
  readonly #unitOfWork: UnitOfWork

  constructor(databaseUrl: string, unitOfWork: UnitOfWork) {
    this.#databaseUrl = databaseUrl
    this.#unitOfWork = unitOfWork
  }

  /** Moves the organization. Returns the result, or the reason why the organization cannot be moved. */
  async execute(command: MoveOrganizationCommand): Promise<Moved | string> {
    const move = await OrganizationMove.open(this.#databaseUrl, command)
    try {
      const standing = await move.state()
      if (standing === 'gone') await move.correctCell()
      if (standing === 'unknownMove') await this.#leave(move, command)
      if (await hasMoved(move, standing)) {
        command.tell(
          'The other cell already has the organization; the rest of its data here is being deleted.',
        )
        return await this.#complete(move, command, null)
      }
      const obstacle = await move.obstacle()
      if (obstacle !== null) return obstacle
      const refusedMs = await this.#switch(move, command)
      return await this.#complete(move, command, refusedMs)
    } finally {
      await move.end()
    }
  }

  /** Reverts an interrupted move in both cells, unless the other cell already has the organization. */
  async undo(order: MoveOrder): Promise<UndoneMove> {
    const move = await OrganizationMove.open(this.#databaseUrl, order)
    try {
      const standing = await move.state()
      if (await hasMoved(move, standing)) return 'moved'
      return (await move.withdraw()) ? 'undone' : 'inBoth'
    } finally {
      await move.end()
    }
  }

  #switch(move: OrganizationMove, command: MoveOrganizationCommand): Promise<number> {
    const { tell } = command
    return this.#orGiveUp(move, command, async (noteMoved) => {
      let before = Number.POSITIVE_INFINITY
      for (let pass = 1; pass <= maxPasses; pass++) {
        const { rows, tables } = await move.copy()
        tell(`Copied ${rows} rows of ${tables} tables. The organization continues to work in this cell.`)
        // Stops the copying passes when a pass copies more than half as many rows as the pass before, because
        // new rows arrive during every pass.
        if (rows <= few || rows > before / 2) break
        before = rows
      }
      await move.drain()
      tell('Runtimes have finished their work for the organization and start nothing new.')
      const { rows } = await move.copy()
      tell(`Copied ${rows} more rows. Requests of the organization are now refused.`)
      await move.close()
      // Writes the audit entry about the organization's move before the last rows are copied, so that both
      // cells have it.
      await noteMoved()
      const refusedMs = await move.switch()
      tell(`The other cell has the organization. Its requests were refused for ${Math.round(refusedMs)} ms.`)
      return refusedMs
    })
  }

  /**
   * Closes the organization in this cell, whose database was restored to a time before a complete move. Both cells
   * would otherwise work for the organization.
   */
  #leave(move: OrganizationMove, command: MoveOrganizationCommand): Promise<void> {
    command.tell(
      'This cell was restored to a time before the organization moved. It is now closed here again.',
    )
    return this.#orGiveUp(move, command, async (noteMoved) => {
      await move.drain()
      await move.close()
      await noteMoved()
      await move.leave()
    })
  }

  /**
   * Runs the steps of a move. If a step fails, gives up the move, and corrects the audit log if the steps have noted
   * there that the organization moved.
   */
  async #orGiveUp<Result>(
    move: OrganizationMove,
    command: MoveOrganizationCommand,
    steps: (noteMoved: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    let isNoted = false
    try {
      return await steps(async () => {
        await this.#note('organization.moved', command)
        isNoted = true
      })
    } catch (error) {
      await move.giveUp().catch(() => {})
      if (isNoted) await this.#note('organization.moveGivenUp', command).catch(() => {})
      throw error
    }
  }

  async #complete(
    move: OrganizationMove,
    { tellProxy, tell }: MoveOrganizationCommand,
    refusedMs: number | null,
  ): Promise<Moved> {
    await tellProxy(await move.callers())
    const cleared = await move.clearAway()
    tell(`${cleared} rows were deleted in this cell.`)
    return { refusedMs, cleared }
  }

  async #note(
    action: 'organization.moved' | 'organization.moveGivenUp',
    { organizationId, cell, by }: MoveOrganizationCommand,
  ): Promise<void> {
    await this.#unitOfWork.run((tx) =>
      tx.audit.add({
        action,
        organizationId,
        by,
        subject: { kind: 'organization', id: organizationId, name: null },
        after: { cell },
      }),
    )
  }
}

/** Returns whether the other cell has the organization. First settles a move that was interrupted during the switch. */
async function hasMoved(move: OrganizationMove, standing: MoveState): Promise<boolean> {
  return standing === 'switching' ? await move.settle() : standing !== 'here'
}

/** Returns the move of organizations out of the database of a service. */
export function movesOf(container: Container): MoveOrganization {
  return new MoveOrganization(container.get(Database).url, container.get(UnitOfWork))
}
