import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePictures } from '../../../../components/message/use-pictures.ts'
import { useInsertion } from '../fields/insertion.ts'
import { useColumns } from '../values/values-context.ts'
import { templateTags } from './line/template-tags.ts'
import { listAtCaret, type OpenList, pressInList } from './mail-completion.ts'
import { htmlOf } from './mail-html.ts'
import { mailSchema } from './mail-schema.ts'
import { besideView, imageView, stateOf, targetOf } from './mail-view.ts'
import { pastePlugin } from './paste/paste.ts'
import { readHtml } from './read-html.ts'
import { serviceValues } from './service-values.ts'

/**
 * The current values that the callbacks of the e-mail editor read. The editor is created only once, so its
 * callbacks would otherwise see old values.
 */
interface Latest {
  onChange: (html: string) => void
  columns: readonly string[]
  open: OpenList | null
  pictures: Pictures
  /** The HTML of the e-mail that the editor shows. */
  written: string
}

type Pictures = ReturnType<typeof usePictures>

/** The part of an e-mail that an editor edits. */
export interface EditorUse {
  /** The name of the editor for screen readers. */
  readonly label: string
  /** Whether the part is a few lines that are the same for all recipients, so it has no values and no blocks. */
  readonly isShort: boolean
}

interface Events {
  readonly onFocus: () => void
  /** Called after each change of the text or the selection in the e-mail editor. */
  readonly onTurn: () => void
  readonly onOpen: (open: OpenList | null) => void
  /** Called after a paste with the names of the parts that the editor could not take over. */
  readonly onLosses: (losses: readonly string[]) => void
}

/**
 * Creates the editor of an e-mail in the element to which the caller attaches the returned ref `place`.
 * Rewrites the given HTML only after the first change.
 */
export function useMailView(
  html: string,
  use: EditorUse,
  onChange: (html: string) => void,
  onUnreadable: () => void,
) {
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [, setTurn] = useState(0)
  const [open, setOpen] = useState<OpenList | null>(null)
  const [losses, setLosses] = useState<readonly string[]>([])
  const insertion = useInsertion()
  const columns = useColumns()
  const pictures = usePictures(html)
  const latest = useRef<Latest>({ onChange, columns, open, pictures, written: html })
  useLayoutEffect(() => {
    Object.assign(latest.current, { onChange, columns, open, pictures })
  })

  useEffect(() => {
    if (place.current === null) return undefined
    const editorView = mailView(place.current, use, latest.current, {
      onFocus: () => insertion.enter(target, undefined),
      onTurn: () => setTurn((turn) => turn + 1),
      onOpen: setOpen,
      onLosses: setLosses,
    })
    if (editorView === null) return undefined
    const target = targetOf(editorView)
    insertion.offer(target, undefined)
    setView(editorView)
    return () => {
      editorView.destroy()
      setView(null)
    }
  }, [insertion, use])
  // Replaces the edited e-mail when its HTML was changed elsewhere, such as in another tab. A layout effect runs before
  // the next key is handled. An effect that runs later would overwrite the letter of that key with the older HTML.
  useLayoutEffect(() => {
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
    view.setProps({ nodeViews: nodeViewsOf(() => pictures) })
  }, [view, pictures])

  return { place, view, open, setOpen, losses, setLosses }
}

function mailView(
  element: HTMLElement,
  { label, isShort }: EditorUse,
  now: Latest,
  { onFocus, onTurn, onOpen, onLosses }: Events,
): EditorView | null {
  const begun = readHtml(now.written) ?? mailSchema.topNodeType.createAndFill()
  if (begun === null) return null
  const keys = new Plugin({
    props: { handleKeyDown: (_view, event) => pressInList(editorView, event, now.open, onOpen) },
  })
  const editorView: EditorView = new EditorView(element, {
    state: stateOf(begun, [keys, pastePlugin(onLosses)], isShort ? [] : [templateTags]),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-autocomplete': 'list',
    },
    nodeViews: nodeViewsOf(() => now.pictures),
    handleDOMEvents: {
      focus: () => {
        onFocus()
        return false
      },
      blur: () => {
        onOpen(null)
        return false
      },
    },
    dispatchTransaction: (tr) => {
      editorView.updateState(editorView.state.apply(tr))
      if (tr.docChanged) {
        now.written = htmlOf(editorView.state.doc)
        now.onChange(now.written)
        if (!isShort) onOpen(listAtCaret(editorView, now.columns, { given: serviceValues }))
      } else if (tr.selectionSet) onOpen(null)
      onTurn()
    },
  })
  return editorView
}

/** Returns the node views of the editor, which show an attached image by its picture. */
function nodeViewsOf(pictures: () => Pictures) {
  const pictureOf = (src: string) =>
    src.startsWith('cid:') ? pictures().get(src.slice(4).toLowerCase()) : undefined
  return {
    image: (node: Node) => imageView(node, pictureOf),
    beside: (node: Node) => besideView(node, pictureOf),
  }
}
