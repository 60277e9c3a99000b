import { Plugin } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useInsertion } from '../../fields/insertion.ts'
import type { ValueTag } from '../../fields/value-tags.ts'
import { useColumns } from '../../values/values-context.ts'
import { listAtCaret, type OpenList, pressInList } from '../mail-completion.ts'
import { targetOf } from '../mail-view.ts'
import { lineOf, lineStart, lineStateOf, valueAt } from './line-view.ts'

/** A value in the line whose word for empty cells the user sets, and the place of its chip on the screen. */
export interface OpenValue {
  readonly tag: ValueTag
  readonly spot: { readonly left: number; readonly top: number }
}

interface LineOptions {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly given: readonly string[]
  readonly filter: string | undefined
}

/** The current values that the callbacks of the editor read, which is created only once. */
type Latest = LineOptions & { columns: readonly string[]; open: OpenList | null; written: string }

type SetValue = (value: OpenValue | null) => void

interface Events {
  readonly setOpen: (open: OpenList | null) => void
  readonly setValue: SetValue
  readonly onFocus: () => void
}

/** Creates the editor of a template with a single line in the element of the returned ref `place`. */
export function useLineView(options: LineOptions) {
  const { value, filter } = options
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [open, setOpen] = useState<OpenList | null>(null)
  const [openValue, setValue] = useState<OpenValue | null>(null)
  const insertion = useInsertion()
  const columns = useColumns()
  const latest = useRef<Latest>({ ...options, columns, open, written: value })
  useLayoutEffect(() => {
    Object.assign(latest.current, options, { columns, open })
  })
  useEffect(() => {
    if (place.current === null) return undefined
    const created = lineView(place.current, latest, {
      setOpen,
      setValue,
      onFocus: () => insertion.enter(targetOf(created), filter),
    })
    setView(created)
    return () => {
      created.destroy()
      setView(null)
    }
  }, [insertion, filter])
  // Replaces the line when it was changed elsewhere, such as by an undo of the steps, before the next key is handled.
  useLayoutEffect(() => {
    if (view === null || value === latest.current.written) return
    latest.current.written = value
    const { state } = view
    view.updateState(state.apply(state.tr.replaceWith(0, state.doc.content.size, lineOf(value).content)))
  }, [view, value])
  return { place, view, open, setOpen, openValue, setValue }
}

function lineView(
  element: HTMLElement,
  { current: now }: RefObject<Latest>,
  { setOpen, setValue, onFocus }: Events,
): EditorView {
  const keys = new Plugin({
    props: {
      handleKeyDown: (_view, event) =>
        pressInList(created, event, now.open, setOpen) || openByKey(created, event, now.columns, setValue),
    },
  })
  const created: EditorView = new EditorView(element, {
    state: lineStateOf(now.written, [keys]),
    handleDOMEvents: {
      focus: () => {
        onFocus()
        return false
      },
      blur: () => {
        setOpen(null)
        now.onBlur()
        return false
      },
      mousedown: (_view, event) => pressChip(created, event, now.columns, setValue),
      click: (_view, event) => pressChip(created, event, now.columns, setValue),
    },
    dispatchTransaction: (tr) => {
      created.updateState(created.state.apply(tr))
      if (tr.docChanged) {
        now.written = created.state.doc.textContent
        now.onChange(now.written)
        setOpen(listAtCaret(created, now.columns, now))
      } else if (tr.selectionSet) setOpen(null)
    },
  })
  return created
}

/** Opens the word for empty cells of the column at the caret by Alt+Enter. */
function openByKey(
  view: EditorView,
  event: KeyboardEvent,
  columns: readonly string[],
  setValue: SetValue,
): boolean {
  if (event.key !== 'Enter' || !event.altKey) return false
  const tag = valueAt(view.state, view.state.selection.from)
  if (tag === null || !columns.includes(tag.name)) return false
  const { left, bottom } = view.coordsAtPos(lineStart + tag.at)
  setValue({ tag, spot: { left, top: bottom } })
  return true
}

/**
 * Opens the word for empty cells of a chip by a click. The caret stays where it is; the press of the button comes before
 * the click, and the dialog of the word would close by it.
 */
function pressChip(
  view: EditorView,
  event: MouseEvent,
  columns: readonly string[],
  setValue: SetValue,
): boolean {
  const chip = event.button === 0 ? (event.target as HTMLElement).closest<HTMLElement>('.mail-chip') : null
  const tag = chip === null ? null : valueAt(view.state, view.posAtDOM(chip, 0))
  if (chip === null || tag === null || !columns.includes(tag.name)) return false
  event.preventDefault()
  const { left, bottom } = chip.getBoundingClientRect()
  if (event.type === 'click') setValue({ tag, spot: { left, top: bottom } })
  return true
}
