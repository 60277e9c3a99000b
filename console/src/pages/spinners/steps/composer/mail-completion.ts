import type { EditorView } from 'prosemirror-view'
import type { Spot } from '../values/choice-list.tsx'
import { type Choice, type Completion, choicesFor, closedAfter, completionIn } from '../values/completion.ts'
import { afterCaret, beforeCaret } from './mail-view.ts'

/** The open list of values that complete a template tag in the e-mail editor. */
export interface OpenList {
  readonly completion: Completion
  readonly choices: readonly Choice[]
  readonly active: number
  readonly spot: Spot
}

/** Returns the list of values that complete the tag at the caret; null if there are none. */
export function listAtCaret(
  view: EditorView,
  columns: readonly string[],
  { given, filter }: { given: readonly string[]; filter?: string | undefined },
): OpenList | null {
  const before = beforeCaret(view)
  const completion = before === null ? null : completionIn(before)
  const choices = completion === null ? [] : choicesFor(completion, { columns, given, filter })
  if (completion === null || before === null || choices.length === 0) return null
  const at = view.state.selection.from - (before.length - completion.from)
  return { completion, choices, active: 0, spot: view.coordsAtPos(at) }
}

/** Writes a value of the list at the caret, and closes the list. */
export function takeChoice(
  view: EditorView,
  { text }: Choice,
  { completion }: OpenList,
  setOpen: (open: null) => void,
): void {
  const before = beforeCaret(view)
  if (before === null) return
  const caret = view.state.selection.from
  const from = caret - (before.length - completion.from)
  view.dispatch(view.state.tr.insertText(text, from, caret + closedAfter(afterCaret(view))))
  setOpen(null)
}

/**
 * Moves in the list of completions by a key, takes a value or closes the list. Returns false for a key that
 * the e-mail editor has to handle.
 */
export function pressInList(
  view: EditorView,
  event: KeyboardEvent,
  listed: OpenList | null,
  setOpen: (open: OpenList | null) => void,
): boolean {
  if (listed === null) return false
  const { choices, active } = listed
  const move = (by: number) => setOpen({ ...listed, active: (active + by + choices.length) % choices.length })
  if (event.key === 'ArrowDown') move(1)
  else if (event.key === 'ArrowUp') move(-1)
  else if (event.key === 'Enter' || event.key === 'Tab')
    takeChoice(view, choices[active] as Choice, listed, setOpen)
  else if (event.key === 'Escape') setOpen(null)
  else return false
  event.stopPropagation()
  return true
}
