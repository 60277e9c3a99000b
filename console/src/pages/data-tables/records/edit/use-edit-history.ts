import { type RefObject, useRef } from 'react'
import { isProblem, isRetryable } from '../../../../api/problem.ts'
import type { useChangeRecords } from '../../../../api/table/record-edits.ts'
import { showProblem } from '../../../../components/problem/show-problem.tsx'
import { showDone } from '../../../../components/show-done.ts'
import { t } from '../../../../languages/text.ts'
import type { Edit } from './cell-edits.ts'
import type { PresenceStep, RecordPresence } from './record-presence.ts'

/** A step of the history of edits: changed cells, or records that were added or deleted. */
type Step = { readonly edits: readonly Edit[] } | PresenceStep

/** The steps that can be undone or made again, and the words for this. */
interface Branch {
  readonly from: RefObject<Step[]>
  readonly to: RefObject<Step[]>
  readonly words: TurnWords
}

/** The words about undoing steps or making them again. */
interface TurnWords {
  readonly done: string
  readonly nothing: string
  readonly rows: (count: number) => string
  readonly inPart: (changed: number, total: number) => string
  readonly exceptOthers: (changed: number, total: number) => string
}

const undoneWords: TurnWords = {
  done: t('Undone'),
  nothing: t('Undone: nothing was restored'),
  rows: (count) => t('Undone: {count, number} rows were restored', { count }),
  inPart: (changed, total) =>
    t('Undone in part: {changed, number} of {total, number} rows were restored', { changed, total }),
  exceptOthers: (changed, total) =>
    t(
      'Undone: {changed, number} of {total, number} rows were restored; the other rows were changed or deleted since',
      { changed, total },
    ),
}

const redoneWords: TurnWords = {
  done: t('Done again'),
  nothing: t('Done again: nothing was changed'),
  rows: (count) => t('Done again: {count, number} rows were changed', { count }),
  inPart: (changed, total) =>
    t('Done again in part: {changed, number} of {total, number} rows were changed', { changed, total }),
  exceptOthers: (changed, total) =>
    t(
      'Done again: {changed, number} of {total, number} rows were changed; the other rows were changed or deleted since',
      { changed, total },
    ),
}

/** Holds the user's edits of a table while the page is open, and undoes and redoes them. */
export function useEditHistory(
  change: ReturnType<typeof useChangeRecords>,
  presence: Pick<RecordPresence, 'turn'>,
) {
  const done = useRef<Step[]>([])
  const undone = useRef<Step[]>([])

  const note = (step: Step) => {
    if ('edits' in step ? step.edits.length === 0 : step.ids.length === 0) return
    done.current.push(step)
    // Forgets what was undone, because it was undone from a state that is no more.
    undone.current = []
  }

  /** Reverses changes of cells, and puts them on the other list. */
  const turnCells = async (last: readonly Edit[], { from, to, words }: Branch) => {
    // Leaves records as they are whose cells have other values by now.
    const back = last.map(({ recordId, before, after }) => ({ recordId, data: before, expected: after }))
    const { changed, fault } = await change(back)
    if (changed.length > 0) to.current.push({ edits: changed })
    if (fault !== null) {
      const ids = new Set(changed.map(({ recordId }) => recordId))
      if (mayPassLater(fault)) from.current.push({ edits: last.filter(({ recordId }) => !ids.has(recordId)) })
      return showProblem(
        fault,
        changed.length === 0 ? words.nothing : words.inPart(changed.length, last.length),
      )
    }
    if (changed.length === last.length) return say(last.length === 1 ? words.done : words.rows(last.length))
    say(words.exceptOthers(changed.length, last.length))
  }

  /** Reverses the last step of a list, and puts it on the other list. */
  const turn = async (way: Branch) => {
    const last = way.from.current.pop()
    if (last === undefined) return
    if ('edits' in last) return turnCells(last.edits, way)
    try {
      const { turned, words } = await presence.turn(last)
      if (turned !== null) way.to.current.push(turned)
      say(`${way.words.done}: ${words}`)
    } catch (fault) {
      if (mayPassLater(fault)) way.from.current.push(last)
      showProblem(fault, way.words.nothing)
    }
  }
  const undo = () => turn({ from: done, to: undone, words: undoneWords })

  return {
    note,
    undo,
    redo: () => turn({ from: undone, to: done, words: redoneWords }),
    /** Undoes one step, even if the user has made others since. */
    undoStep: async (step: Step) => {
      if (!done.current.includes(step)) return
      done.current = [...done.current.filter((one) => one !== step), step]
      await undo()
    },
  }
}

/**
 * Returns whether a refused step stays in the history. A conflict (409) may end, for example when a change of match
 * columns is complete. A step that can never succeed, for example because its column was removed, leaves the history;
 * otherwise the user could not undo the steps before it.
 */
function mayPassLater(fault: unknown): boolean {
  return isRetryable(fault) || (isProblem(fault) && [401, 403, 409].includes(fault.problem.status))
}

/** Shows what an edit did, in place of the notice about the edit before it. */
export function say(message: string): void {
  showDone(message, 'undo')
}
