import { type RefObject, useRef } from 'react'
import { isProblem, isRetryable } from '../../../../api/problem.ts'
import type { useChangeRecords } from '../../../../api/table/record-edits.ts'
import { showProblem } from '../../../../components/problem/show-problem.tsx'
import { showDone } from '../../../../components/show-done.ts'
import { language } from '../../../../languages/language.ts'
import { t } from '../../../../languages/text.ts'
import type { Edit } from './cell-edits.ts'
import type { PresenceStep, RecordPresence } from './record-presence.ts'

/** A step of the history of edits: changed cells, or records that were added or deleted. */
type Step = { readonly edits: readonly Edit[] } | PresenceStep

/** The steps that can be undone or made again, and the words for this. */
interface Branch {
  readonly from: RefObject<Step[]>
  readonly to: RefObject<Step[]>
  readonly done: string
  readonly verb: string
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
  const turnCells = async (last: readonly Edit[], { from, to, done: word, verb }: Branch) => {
    // Leaves records as they are whose cells have other values by now.
    const back = last.map(({ recordId, before, after }) => ({ recordId, data: before, expected: after }))
    const { changed, fault } = await change(back)
    if (changed.length > 0) to.current.push({ edits: changed })
    if (fault !== null) {
      const ids = new Set(changed.map(({ recordId }) => recordId))
      if (mayPassLater(fault)) from.current.push({ edits: last.filter(({ recordId }) => !ids.has(recordId)) })
      const outcome = t('{word} in part: {number} of {number2} rows were {verb}', {
        word,
        number: number(changed.length),
        number2: number(last.length),
        verb,
      })
      return showProblem(
        fault,
        changed.length === 0 ? t('{word}: nothing was {verb}', { word, verb }) : outcome,
      )
    }
    if (changed.length === last.length)
      return say(
        last.length === 1
          ? word
          : t('{word}: {number} rows were {verb}', { word, number: number(last.length), verb }),
      )
    const rows = t('{number} of {number2} rows', {
      number: number(changed.length),
      number2: number(last.length),
    })
    say(t('{word}: {rows} were {verb}; the other rows were changed or deleted since', { word, rows, verb }))
  }

  /** Reverses the last step of a list, and puts it on the other list. */
  const turn = async (way: Branch) => {
    const last = way.from.current.pop()
    if (last === undefined) return
    if ('edits' in last) return turnCells(last.edits, way)
    try {
      const { turned, words } = await presence.turn(last)
      if (turned !== null) way.to.current.push(turned)
      say(`${way.done}: ${words}`)
    } catch (fault) {
      if (mayPassLater(fault)) way.from.current.push(last)
      showProblem(fault, t('{done}: nothing was {verb}', { done: way.done, verb: way.verb }))
    }
  }
  const undo = () => turn({ from: done, to: undone, done: t('Undone'), verb: t('restored') })

  return {
    note,
    undo,
    redo: () => turn({ from: undone, to: done, done: t('Done again'), verb: t('changed') }),
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

const number = (count: number) => count.toLocaleString(language)

/** Shows what an edit did, in place of the notice about the edit before it. */
export function say(message: string): void {
  showDone(message, 'undo')
}
