import { Box } from '@mantine/core'
import { Plugin } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { usePictures } from '../../../../components/message/use-pictures.ts'
import { useInsertion } from '../sequence/insertion.ts'
import { ChoiceList, optionId, type Spot } from '../values/choice-list.tsx'
import { type Choice, type Completion, choicesFor, closedAfter, completionIn } from '../values/completion.ts'
import { useColumns } from '../values/values-context.ts'
import classes from './composer.module.css'
import { htmlOf } from './mail-html.ts'
import { mailSchema } from './mail-schema.ts'
import { afterCaret, beforeCaret, imageView, stateOf } from './mail-view.ts'
import { readHtml } from './read-html.ts'
import { Toolbar } from './toolbar.tsx'

interface Open {
  readonly completion: Completion
  readonly choices: readonly Choice[]
  readonly active: number
  readonly spot: Spot
}

const given = ['unsubscribe_url']

/** Edits an e-mail as recipients will see it. The given HTML is rewritten only after the first change. */
export function RichEditor({
  html,
  fault,
  onChange,
  onUnreadable,
}: {
  html: string
  fault: string | undefined
  onChange: (html: string) => void
  /** Called if the HTML was changed elsewhere, such as in another tab, and this editor cannot show it. */
  onUnreadable: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [, setTurn] = useState(0)
  const [open, setOpen] = useState<Open | null>(null)
  const id = useId()
  const insertion = useInsertion()
  const columns = useColumns()
  const pictures = usePictures(html)
  const takes = useRef<(choice: Choice, open: Open) => void>(() => undefined)
  const latest = useRef({ onChange, columns, open, pictures, written: html })
  useLayoutEffect(() => {
    Object.assign(latest.current, { onChange, columns, open, pictures })
  })

  useEffect(() => {
    if (place.current === null) return undefined
    const now = latest.current
    const keys = new Plugin({ props: { handleKeyDown: (_view, event) => pressed(event) } })
    const begun = readHtml(now.written) ?? mailSchema.topNodeType.createAndFill()
    if (begun === null) return undefined
    const made: EditorView = new EditorView(place.current, {
      state: stateOf(begun, keys),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Message',
        'aria-autocomplete': 'list',
      },
      nodeViews: {
        image: (node) =>
          imageView(node, (src) =>
            src.startsWith('cid:') ? now.pictures.get(src.slice(4).toLowerCase()) : undefined,
          ),
      },
      handleDOMEvents: {
        focus: () => {
          insertion.enter(target, undefined)
          return false
        },
        blur: () => {
          setOpen(null)
          return false
        },
      },
      dispatchTransaction: (tr) => {
        made.updateState(made.state.apply(tr))
        if (tr.docChanged) {
          now.written = htmlOf(made.state.doc)
          now.onChange(now.written)
          look()
        } else if (tr.selectionSet) setOpen(null)
        setTurn((turn) => turn + 1)
      },
    })
    const target = {
      get isConnected() {
        return made.dom.isConnected
      },
      insert(text: string) {
        made.dispatch(made.state.tr.insertText(text))
        made.focus()
      },
    }
    const look = () => {
      const before = beforeCaret(made)
      const completion = before === null ? null : completionIn(before)
      const choices = completion === null ? [] : choicesFor(completion, { columns: now.columns, given })
      if (completion === null || before === null || choices.length === 0) return setOpen(null)
      const at = made.state.selection.from - (before.length - completion.from)
      return setOpen({ completion, choices, active: 0, spot: made.coordsAtPos(at) })
    }
    const take = ({ text }: Choice, { completion }: Open) => {
      const before = beforeCaret(made)
      if (before === null) return
      const caret = made.state.selection.from
      const from = caret - (before.length - completion.from)
      made.dispatch(made.state.tr.insertText(text, from, caret + closedAfter(afterCaret(made))))
      setOpen(null)
    }
    takes.current = take
    const pressed = (event: KeyboardEvent): boolean => {
      const listed = now.open
      if (listed === null) return false
      const { choices, active } = listed
      const move = (by: number) =>
        setOpen({ ...listed, active: (active + by + choices.length) % choices.length })
      if (event.key === 'ArrowDown') move(1)
      else if (event.key === 'ArrowUp') move(-1)
      else if (event.key === 'Enter' || event.key === 'Tab') take(choices[active] as Choice, listed)
      else if (event.key === 'Escape') setOpen(null)
      else return false
      event.stopPropagation()
      return true
    }
    insertion.offer(target, undefined)
    setView(made)
    return () => {
      made.destroy()
      setView(null)
    }
  }, [insertion])
  // Replaces the edited e-mail when its HTML was changed elsewhere, such as in another tab.
  useEffect(() => {
    const now = latest.current
    if (view === null || html === now.written) return
    const doc = readHtml(html)
    if (doc === null) return onUnreadable()
    now.written = html
    const { state } = view
    return view.updateState(state.apply(state.tr.replaceWith(0, state.doc.content.size, doc.content)))
  }, [view, html, onUnreadable])

  // Draws the images of the e-mail again once their pictures are loaded.
  useEffect(() => {
    if (view === null || pictures.size === 0) return
    view.setProps({
      nodeViews: {
        image: (node) =>
          imageView(node, (src) =>
            src.startsWith('cid:') ? pictures.get(src.slice(4).toLowerCase()) : undefined,
          ),
      },
    })
  }, [view, pictures])

  useEffect(() => {
    if (view === null) return
    const { dom } = view
    const set = (name: string, value: string | null) =>
      value === null ? dom.removeAttribute(name) : dom.setAttribute(name, value)
    set('aria-controls', open === null ? null : id)
    set('aria-activedescendant', open === null ? null : optionId(id, open.active))
    set('aria-invalid', fault === undefined ? null : 'true')
  }, [view, open, id, fault])

  return (
    <Box className={classes['frame']} data-faulty={fault !== undefined || undefined}>
      {view !== null && <Toolbar view={view} />}
      <div ref={place} className={classes['paper']} />
      {open !== null && (
        <ChoiceList
          id={id}
          choices={open.choices}
          active={open.active}
          spot={open.spot}
          onTake={(choice) => takes.current(choice, open)}
        />
      )}
    </Box>
  )
}
